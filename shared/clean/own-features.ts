/** What a string of a page tells by itself: a row of `OWN` numbers for each, one look at each letter. */
import { ASIDE, KINDS, MAIN, PREFORMATTED } from './elements.ts';
import { freeOf } from './free-text.ts';
import type { Block, ParsedPage } from './parse-html.ts';
import { emptyShape, MAX_TITLE_LIKE, readShape, type TextShape, wordHashes } from './text-shape.ts';

export const OWN = 24;
/** Columns that others ask for. */
export const FREE = 0;
export const LINKED_SHARE = 2;
export const IS_PARAGRAPH = 3;
export const IS_HEADING = 4;
export const IS_HEADLINE = 5;
export const TITLE_SHARE = 21;
const REPEATED = 22;

/** Kinds of elements by id: the column that is 1, or 0. */
const KIND_COLUMN = new Uint8Array(256);
const COLUMNS = [
  [KINDS.paragraph, IS_PARAGRAPH],
  [KINDS.heading, IS_HEADING],
  [KINDS.headline, IS_HEADLINE],
  [KINDS.item, 6],
  [KINDS.cell, 7],
] as const;
for (const [ids, column] of COLUMNS) for (const id of ids) KIND_COLUMN[id] = column;

export function ownFeatures({ blocks, title }: ParsedPage): Float32Array {
  const rows = new Float32Array(blocks.length * OWN);
  const shape = emptyShape();
  const words = title === null ? new Set<number>() : wordHashes(title);
  const hashes = new Int32Array(blocks.length);
  const seen = new Map<number, number>();
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    readShape(block.text, shape, words);
    fillOwn(rows, i * OWN, block, shape, words.size > 0);
    hashes[i] = shape.hash;
    seen.set(shape.hash, (seen.get(shape.hash) ?? 0) + 1);
  }
  for (let i = 0; i < blocks.length; i++) rows[i * OWN + REPEATED] = seen.get(hashes[i] as number) as number;
  return rows;
}

function fillOwn(rows: Float32Array, from: number, block: Block, shape: TextShape, hasTitle: boolean): void {
  const { text, linked, roles } = block;
  const length = text.length;
  const { words } = shape;
  rows[from] = freeOf(block);
  rows[from + 1] = length;
  rows[from + 2] = Math.min(1, linked / length);
  const column = KIND_COLUMN[block.element] as number;
  if (column !== 0) rows[from + column] = 1;
  rows[from + 8] = words;
  rows[from + 9] = length / words;
  rows[from + 10] = shape.sentences;
  rows[from + 11] = (100 * shape.sentences) / length;
  rows[from + 12] = shape.commas / words;
  rows[from + 13] = shape.digits / length;
  rows[from + 14] = shape.capitals / words;
  rows[from + 15] = shape.glue / words;
  rows[from + 16] = shape.rules;
  rows[from + 17] = lastSign(text);
  rows[from + 18] = firstSign(text);
  rows[from + 19] = block.anchors;
  rows[from + 20] = block.paragraph ? 1 : 0;
  rows[from + 21] =
    !hasTitle || length > MAX_TITLE_LIKE ? -1 : shape.lettered === 0 ? 0 : shape.inTitle / shape.lettered;
  rows[from + 23] = (roles & ASIDE ? 1 : 0) + (roles & MAIN ? 2 : 0) + (roles & PREFORMATTED ? 4 : 0);
}

function lastSign(text: string): number {
  const sign = text.charCodeAt(text.length - 1);
  if (sign === 0x3a) return 1;
  if (sign === 0x2e || sign === 0x21 || sign === 0x3f || sign === 0x3002) return 3;
  return sign === 0x22 || sign === 0x201d || sign === 0x201c || sign === 0xbb || sign === 0x2026 ? 2 : 0;
}

function firstSign(text: string): number {
  const sign = text.charCodeAt(0);
  if (sign >= 0x61 && sign <= 0x7a) return 3;
  if (sign >= 0x41 && sign <= 0x5a) return 2;
  return sign >= 0x30 && sign <= 0x39 ? 1 : sign > 0x7f ? 4 : 0;
}
