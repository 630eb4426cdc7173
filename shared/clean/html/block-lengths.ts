import type { Block } from './parsed-page.ts';

/** Returns the number of UTF-16 units of a block that are not link text. Content has many of them, navigation few. */
export function unlinkedLength({ text, linked }: Pick<Block, 'text' | 'linked'>): number {
  return Math.max(0, text.length - linked);
}

/** Returns the sum of `unlinkedLength` over the blocks with these roles among those of `mask`. Default: all blocks. */
export function totalUnlinkedLength(blocks: readonly Block[], mask = 0, roles = 0): number {
  let length = 0;
  for (const block of blocks) if ((block.roles & mask) === roles) length += unlinkedLength(block);
  return length;
}

/** Returns the number of UTF-16 units of the blocks with these roles among those of `mask`, links included. Default: all blocks. */
export function totalLength(blocks: Iterable<Block>, mask = 0, roles = 0): number {
  let length = 0;
  for (const block of blocks) if ((block.roles & mask) === roles) length += block.text.length;
  return length;
}
