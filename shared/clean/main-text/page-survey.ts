/** What the features of all blocks of a page share, computed once a page. */

import { float64Array, int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { type ClassSurvey, surveyClassNames } from './class-names.ts';
import { type ContainerSums, sumContainers } from './container-sums.ts';
import { type CueTable, readStarts, type StartWords, scoreTexts, type TextCues } from './cue-words.ts';
import { type NameScores, sumNameScores } from './name-scores.ts';
import { firstEqualBlocks, IS_HEADING, IS_HEADLINE, OWN_FEATURE_COUNT, ownFeatures, UNLINKED } from './own-features.ts';
import { findHeadline, findRegions, longestBlock, parentRange, type Region, windowSums } from './page-regions.ts';
import { findRepeatedPaths, type RepeatedPaths } from './repeated-paths.ts';

/** What the rows of all blocks of a page share. */
export type PageSurvey = {
  page: ParsedPage;
  /** Features of each block by itself (`own-features.ts`), row after row. */
  ownRows: Float32Array;
  sums: ContainerSums;
  regions: Region[];
  parentRange: { from: number; end: number };
  /** Index of the longest block, and of the headline (-1 if there is none). */
  longest: number;
  headline: number;
  /** By block: unlinked length of all text before it, and distance to the heading before it, in blocks. */
  textBefore: Float64Array;
  headingDistance: Float64Array;
  /** By block: unlinked length up to 2 blocks away, and unlinked and linked length up to 6 blocks away. */
  nearText: Float64Array;
  wideText: Float64Array;
  wideLinks: Float64Array;
  totalText: number;
  /** Length of all text, and by block the share of it before the block. */
  allText: number;
  allTextBefore: Float64Array;
  /** By container: index of its first block. */
  firstBlocks: Int32Array;
  names: ClassSurvey;
  nameScores: NameScores;
  otherNameScores: NameScores;
  /** Words at the start of each block, and what they tell: of every block about itself, and of headings about the text below. */
  startWords: StartWords;
  textCues: TextCues;
  headingCues: TextCues;
  /** By block: index of the heading before it, or -1; and of the first block with the same text, which is the block itself if no earlier one has it. */
  lastHeadings: Int32Array;
  firstEquals: Int32Array;
  paths: RepeatedPaths;
  longParagraphs: number;
};

/** Scores of words: two of each in class names, one at the start of blocks, and one in the headings before them. */
export type Cues = { classes: CueTable; texts: CueTable; headings: CueTable };

/** Minimum unlinked length of a long paragraph, in UTF-16 units. */
const MIN_LONG_PARAGRAPH = 150;
/** Cap of the distance to the heading before a block, in blocks. */
const MAX_HEADING_DISTANCE = 50;

/** Computes the survey of a page. */
export function surveyPage(page: ParsedPage, cues: Cues): PageSurvey {
  const { blocks, containers } = page;
  const count = blocks.length;
  const firstEquals = firstEqualBlocks(page);
  const ownRows = ownFeatures(page, firstEquals);
  const sums = sumContainers(page);
  const unlinked = float64Array(count);
  const linked = float64Array(count);
  const textBefore = float64Array(count);
  const headingDistance = float64Array(count);
  let sum = 0;
  const lastHeadings = int32Array(count);
  const headings: number[] = [];
  let heading = -2 * MAX_HEADING_DISTANCE;
  let longParagraphs = 0;
  for (let i = 0; i < count; i++) {
    const block = blocks[i] as Block;
    const length = ownRows[i * OWN_FEATURE_COUNT + UNLINKED] as number;
    unlinked[i] = length;
    linked[i] = Math.min(block.linked, block.text.length);
    textBefore[i] = sum;
    lastHeadings[i] = Math.max(-1, heading);
    headingDistance[i] = Math.min(MAX_HEADING_DISTANCE, i - heading);
    sum += length;
    if (length >= MIN_LONG_PARAGRAPH) longParagraphs++;
    if (
      (ownRows[i * OWN_FEATURE_COUNT + IS_HEADING] as number) +
        (ownRows[i * OWN_FEATURE_COUNT + IS_HEADLINE] as number) >
      0
    ) {
      heading = i;
      headings.push(i);
    }
  }
  const startWords = readStarts(blocks);
  const names = surveyClassNames(page, cues.classes);
  return {
    names,
    nameScores: sumNameScores(containers, names.scores[0]),
    otherNameScores: sumNameScores(containers, names.scores[1]),
    paths: findRepeatedPaths(page, names),
    startWords,
    textCues: scoreTexts(cues.texts, startWords),
    headingCues: scoreTexts(cues.headings, startWords, headings),
    lastHeadings,
    firstEquals,
    ...sumAllText(page),
    page,
    ownRows,
    sums,
    textBefore,
    headingDistance,
    longParagraphs,
    regions: findRegions(page, ownRows, sums),
    parentRange: parentRange(sums.cores[0], containers),
    longest: longestBlock(ownRows, count),
    headline: findHeadline(ownRows, count),
    nearText: windowSums(unlinked, 2),
    wideText: windowSums(unlinked, 6),
    wideLinks: windowSums(linked, 6),
    totalText: Math.max(1, sums.unlinked[0] as number),
  };
}

function sumAllText({ blocks, containers }: ParsedPage): Pick<PageSurvey, 'allText' | 'allTextBefore' | 'firstBlocks'> {
  const allTextBefore = float64Array(blocks.length);
  const firstBlocks = int32Array(containers.parents.length).fill(blocks.length);
  let sum = 0;
  for (let i = 0; i < blocks.length; i++) {
    const { container, text } = blocks[i] as Block;
    allTextBefore[i] = sum;
    sum += text.length;
    if (i < (firstBlocks[container] as number)) firstBlocks[container] = i;
  }
  const allText = Math.max(1, sum);
  for (let i = 0; i < blocks.length; i++) allTextBefore[i] = (allTextBefore[i] as number) / allText;
  for (let c = firstBlocks.length - 1; c > 0; c--) {
    const parent = containers.parents[c] as number;
    if ((firstBlocks[c] as number) < (firstBlocks[parent] as number)) firstBlocks[parent] = firstBlocks[c] as number;
  }
  return { allText, allTextBefore, firstBlocks };
}
