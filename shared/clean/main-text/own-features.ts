/** Features of a block by itself, without its neighbours: `OWN_FEATURE_COUNT` numbers a row. */

import { unlinkedLength } from '../html/block-lengths.ts';
import * as S from '../html/char-stats.ts';
import { ASIDE, BLOCK_KINDS, MAIN, PREFORMATTED } from '../html/elements.ts';
import { float32Array, int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { countValues, firstEqualIndices } from './first-equal-index.ts';

/** Numbers per block. */
export const OWN_FEATURE_COUNT = 24;
/** Columns that other features read. */
export const UNLINKED = 0;
export const LINKED_SHARE = 2;
export const IS_PARAGRAPH = 3;
export const IS_HEADING = 4;
export const IS_HEADLINE = 5;
export const TITLE_SHARE = 21;
const REPETITIONS = 22;

/** By element id: the column that is 1 for its blocks, or 0 if there is none. */
const COLUMN_BY_ELEMENT = new Uint8Array(256);
const KIND_COLUMNS = [
  [BLOCK_KINDS.paragraph, IS_PARAGRAPH],
  [BLOCK_KINDS.heading, IS_HEADING],
  [BLOCK_KINDS.headline, IS_HEADLINE],
  [BLOCK_KINDS.item, 6],
  [BLOCK_KINDS.cell, 7],
] as const;
for (const [ids, column] of KIND_COLUMNS) for (const id of ids) COLUMN_BY_ELEMENT[id] = column;

/** Maximum length of a block that is compared with the title, in UTF-16 units. */
const MAX_HEADLINE_LENGTH = 120;

/** Returns for each block the first block with the same text, by the hash of the text. */
export function firstEqualBlocks({ blocks, charStats }: ParsedPage): Int32Array {
  const hashes = int32Array(blocks.length);
  for (let i = 0; i < hashes.length; i++) hashes[i] = charStats[i * S.STATS_PER_BLOCK + S.HASH] as number;
  return firstEqualIndices(hashes);
}

/** Returns the rows of all blocks of a page. @param firsts the result of `firstEqualBlocks` */
export function ownFeatures({ blocks, title, charStats }: ParsedPage, firsts: Int32Array): Float32Array {
  const rows = float32Array(blocks.length * OWN_FEATURE_COUNT);
  for (let i = 0; i < blocks.length; i++)
    fillOwn(rows, i * OWN_FEATURE_COUNT, blocks[i] as Block, charStats, i * S.STATS_PER_BLOCK, title !== null);
  const counts = countValues(firsts);
  for (let i = 0; i < blocks.length; i++)
    rows[i * OWN_FEATURE_COUNT + REPETITIONS] = counts[firsts[i] as number] as number;
  return rows;
}

function fillOwn(
  rows: Float32Array,
  to: number,
  block: Block,
  charStats: readonly number[],
  from: number,
  hasTitle: boolean,
): void {
  const { text, linked, roles } = block;
  const length = text.length;
  const words = charStats[from + S.WORDS] as number;
  const sentences = charStats[from + S.SENTENCES] as number;
  const lettered = charStats[from + S.ALPHANUMERIC_WORDS] as number;
  rows[to] = unlinkedLength(block);
  rows[to + 1] = length;
  rows[to + 2] = Math.min(1, linked / length);
  const column = COLUMN_BY_ELEMENT[block.element] as number;
  if (column !== 0) rows[to + column] = 1;
  rows[to + 8] = words;
  rows[to + 9] = length / words;
  rows[to + 10] = sentences;
  rows[to + 11] = (100 * sentences) / length;
  rows[to + 12] = (charStats[from + S.COMMAS] as number) / words;
  rows[to + 13] = (charStats[from + S.DIGITS] as number) / length;
  rows[to + 14] = (charStats[from + S.CAPITALS] as number) / words;
  rows[to + 15] = (charStats[from + S.SHORT_WORDS] as number) / words;
  rows[to + 16] = charStats[from + S.SEPARATORS] as number;
  rows[to + 17] = lastCharClass(text);
  rows[to + 18] = firstCharClass(text);
  rows[to + 19] = block.anchors;
  rows[to + 20] = block.paragraph ? 1 : 0;
  rows[to + 21] = -1;
  if (hasTitle && length <= MAX_HEADLINE_LENGTH)
    rows[to + 21] = lettered === 0 ? 0 : (charStats[from + S.WORDS_IN_TITLE] as number) / lettered;
  rows[to + 23] = (roles & ASIDE ? 1 : 0) + (roles & MAIN ? 2 : 0) + (roles & PREFORMATTED ? 4 : 0);
}

function lastCharClass(text: string): number {
  const unit = text.charCodeAt(text.length - 1);
  if (unit === 0x3a) return 1;
  if (unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x3002) return 3;
  return unit === 0x22 || unit === 0x201d || unit === 0x201c || unit === 0xbb || unit === 0x2026 ? 2 : 0;
}

function firstCharClass(text: string): number {
  const unit = text.charCodeAt(0);
  if (unit >= 0x61 && unit <= 0x7a) return 3;
  if (unit >= 0x41 && unit <= 0x5a) return 2;
  return unit >= 0x30 && unit <= 0x39 ? 1 : unit > 0x7f ? 4 : 0;
}
