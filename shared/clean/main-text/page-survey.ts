/** What the features of all blocks of a page share, computed once a page. */

import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { type ContainerSums, sumContainers } from './container-sums.ts';
import { IS_HEADING, IS_HEADLINE, OWN_FEATURE_COUNT, ownFeatures, UNLINKED } from './own-features.ts';
import { findHeadline, findRegions, longestBlock, parentRange, type Region, windowSums } from './page-regions.ts';

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
  longParagraphs: number;
};

/** Minimum unlinked length of a long paragraph, in UTF-16 units. */
const MIN_LONG_PARAGRAPH = 150;
/** Cap of the distance to the heading before a block, in blocks. */
const MAX_HEADING_DISTANCE = 50;

/** Computes the survey of a page. */
export function surveyPage(page: ParsedPage): PageSurvey {
  const { blocks, containers } = page;
  const count = blocks.length;
  const ownRows = ownFeatures(page);
  const sums = sumContainers(page);
  const unlinked = new Float64Array(count);
  const linked = new Float64Array(count);
  const textBefore = new Float64Array(count);
  const headingDistance = new Float64Array(count);
  let sum = 0;
  let heading = -2 * MAX_HEADING_DISTANCE;
  let longParagraphs = 0;
  for (let i = 0; i < count; i++) {
    const block = blocks[i] as Block;
    const length = ownRows[i * OWN_FEATURE_COUNT + UNLINKED] as number;
    unlinked[i] = length;
    linked[i] = Math.min(block.linked, block.text.length);
    textBefore[i] = sum;
    headingDistance[i] = Math.min(MAX_HEADING_DISTANCE, i - heading);
    sum += length;
    if (length >= MIN_LONG_PARAGRAPH) longParagraphs++;
    if (
      (ownRows[i * OWN_FEATURE_COUNT + IS_HEADING] as number) +
        (ownRows[i * OWN_FEATURE_COUNT + IS_HEADLINE] as number) >
      0
    )
      heading = i;
  }
  return {
    ...{ page, ownRows, sums, textBefore, headingDistance, longParagraphs },
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
