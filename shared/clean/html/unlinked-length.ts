import type { Block } from './parsed-page.ts';

/** Characters of a string that are not text of links: what content has many of, and navigation few. */
export function unlinkedLength({ text, linked }: Pick<Block, 'text' | 'linked'>): number {
  return Math.max(0, text.length - linked);
}

/** The same of several. */
export function totalUnlinkedLength(blocks: readonly Block[]): number {
  let length = 0;
  for (const block of blocks) length += unlinkedLength(block);
  return length;
}
