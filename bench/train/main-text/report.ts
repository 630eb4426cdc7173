/** Scores the texts of examples, as `shared/clean/main-text` chooses them from given scores of blocks. */
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { describePage } from '../../../shared/clean/describe-page.ts';
import type { Block } from '../../../shared/clean/html/parsed-page.ts';
import { blockWords } from '../../../shared/clean/main-text/block-scores.ts';
import { findUnits } from '../../../shared/clean/main-text/block-units.ts';
import { selectBlocks } from '../../../shared/clean/main-text/choose-blocks.ts';
import { joinBlocks } from '../../../shared/clean/main-text/join-blocks.ts';
import { readItems } from '../../../shared/clean/page-items/item-fields.ts';
import { certainKind } from '../../../shared/clean/page-kind/page-kind.ts';
import {
  addToTally,
  newTally,
  segmentF1,
  shingleF1,
  type Tally,
  wordF1ByKind,
} from '../../measure/extraction-score.ts';
import type { Example } from './examples.ts';

/**
 * Describes words F1 by kind, F1 of segments and of shingles.
 *
 * @param scores by example, the scores of its blocks
 * @param kinds by example, the probability of each kind of page
 */
export function textReport(
  examples: readonly Example[],
  scores: readonly Float32Array[],
  kinds: readonly Float32Array[],
): string[] {
  const real = newTally();
  const synthetic = newTally();
  for (const [n, example] of examples.entries()) {
    const text = textOf(example, scores[n] as Float32Array, kinds[n] as Float32Array);
    if (example.isSynthetic) addToTally(synthetic, example.page.gold, text);
    else addToTally(real, example.page.gold, text, example.page.kind);
  }
  return [
    ...(real.words.size > 0 ? [wordF1ByKind(real)] : []),
    ...(real.segments[0] > 0 ? [describeSegments(real)] : []),
    ...(real.shingles.length > 0 ? [`shingles F1 ${shingleF1(real).toFixed(4)} of ${real.shingles.length} texts`] : []),
    ...(synthetic.shingles.length > 0 ? [`synthetic pages: shingles F1 ${shingleF1(synthetic).toFixed(4)}`] : []),
  ];
}

/** Returns the text of an example, as `shared/clean/read-html.ts` chooses it. */
function textOf({ page, parsed, content, ids }: Example, scores: Float32Array, kinds: Float32Array): string {
  const textOfBlocks = (blocks: readonly Block[]): string => joinBlocks(blocks, 1e7);
  if (content) return textOfBlocks(content);
  const all = new Float32Array(parsed.blocks.length).fill(Number.NEGATIVE_INFINITY);
  for (const [row, i] of ids.entries()) all[i] = scores[row] as number;
  const blocks = selectBlocks(parsed, all, blockWords(parsed), findUnits(parsed), kinds);
  const chosen = textOfBlocks(blocks);
  const { url, html } = page;
  const options = { ...DEFAULT_CLEAN_OPTIONS, fetchedAt: undefined, kind: certainKind(kinds) };
  const source = { page: parsed, blocks, kinds, html, url, resolve: (href: string) => href };
  const { text, hidden = '' } = readItems(describePage(parsed, chosen, url, options), source);
  return [text ? textOfBlocks(text) : chosen, hidden].join('\n\n').trim();
}

function describeSegments(tally: Tally): string {
  const [found, missed, wrong] = tally.segments;
  const precision = (found / Math.max(1, found + wrong)).toFixed(3);
  const recall = (found / Math.max(1, found + missed)).toFixed(3);
  return `segments F1 ${segmentF1(tally).toFixed(4)} (precision ${precision}, recall ${recall})`;
}
