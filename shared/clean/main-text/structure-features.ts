/** Features of a block from the kind of its page, from class names and from what repeats on the page. */
import type { Block } from '../html/parsed-page.ts';
import type { PageSurvey } from './page-survey.ts';
import type { KindSums } from './repeated-paths.ts';

const KIND_SUM_FEATURES = 5;
/** Number of columns, without the probabilities of the kinds of pages. */
export const STRUCTURE_FEATURE_COUNT = 7 + 4 + 1 + 3 * KIND_SUM_FEATURES + 3 + 5;

/** Fills the features of a block into a row from `from` on. */
export function fillStructure(row: Float32Array, from: number, survey: PageSurvey, i: number): void {
  const { page, names, nameScores, otherNameScores: others, paths, textCues, headingCues } = survey;
  const block = page.blocks[i] as Block;
  const c = block.container;
  const parent = page.containers.parents[c] as number;
  const outer = page.containers.parents[parent] as number;
  let at = from;
  row[at++] = names.scores[0][block.names] as number;
  row[at++] = nameScores.own[c] as number;
  row[at++] = nameScores.own[parent] as number;
  row[at++] = nameScores.own[outer] as number;
  row[at++] = nameScores.sums[c] as number;
  row[at++] = nameScores.lowest[c] as number;
  row[at++] = nameScores.highest[c] as number;
  row[at++] = names.scores[1][block.names] as number;
  row[at++] = others.sums[c] as number;
  row[at++] = others.lowest[c] as number;
  row[at++] = others.highest[c] as number;
  row[at++] = hasPrice(block.text) ? 1 : 0;
  at = fillKind(row, at, paths.blocks, i, survey);
  at = fillKind(row, at, paths.containers, paths.inner[c] as number, survey);
  at = fillKind(row, at, paths.containers, paths.outer[c] as number, survey);
  row[at++] = survey.allTextBefore[i] as number;
  row[at++] = paths.outer[c] === 0 ? -1 : i - (survey.firstBlocks[paths.outer[c] as number] as number);
  row[at++] = (page.blocks[i - 1]?.container ?? -1) === c ? 1 : 0;
  row[at++] = textCues.means[i] as number;
  row[at++] = textCues.lowest[i] as number;
  const heading = survey.lastHeadings[i] as number;
  row[at++] = heading === -1 ? 0 : (headingCues.means[heading] as number);
  row[at++] = heading === -1 ? 0 : (headingCues.lowest[heading] as number);
  row[at++] = survey.firstEquals[i] === i ? 0 : 1;
}

/** Fills number of instances, mean length, share of links, share of the page, and position of one; -1 if it does not repeat. */
function fillKind(row: Float32Array, from: number, sums: KindSums, index: number, { allText }: PageSurvey): number {
  if (index === 0 && sums.firsts[0] === 0 && sums.counts[0] === 1) {
    row.fill(-1, from, from + KIND_SUM_FEATURES);
    return from + KIND_SUM_FEATURES;
  }
  const first = sums.firsts[index] as number;
  const count = sums.counts[first] as number;
  const length = sums.lengths[first] as number;
  row[from] = count;
  row[from + 1] = length / count;
  row[from + 2] = (sums.linked[first] as number) / Math.max(1, length);
  row[from + 3] = length / allText;
  row[from + 4] = (index - first) / Math.max(1, (sums.lasts[first] as number) - first);
  return from + KIND_SUM_FEATURES;
}

/** Maximum length of a block that is searched for a price, in UTF-16 units. */
const MAX_PRICE_LENGTH = 80;

/** Whether a short text has a currency sign. */
function hasPrice(text: string): boolean {
  if (text.length > MAX_PRICE_LENGTH) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x24 || (unit >= 0xa3 && unit <= 0xa5) || (unit >= 0x20a0 && unit <= 0x20bf)) return true;
  }
  return false;
}
