import type { Block } from './parsed-page.ts';

/** Returns the number of UTF-16 units of a block that are not link text. Content has many of them, navigation few. */
export function unlinkedLength({ text, linked }: Pick<Block, 'text' | 'linked'>): number {
  return Math.max(0, text.length - linked);
}

/** Returns the sum of `unlinkedLength` over the blocks. */
export function totalUnlinkedLength(blocks: readonly Block[]): number {
  let length = 0;
  for (const block of blocks) length += unlinkedLength(block);
  return length;
}
