import { cutText } from '../../text/cut-text.ts';
import type { Block } from '../html/parsed-page.ts';

/**
 * Joins the texts of blocks.
 *
 * @param maxLength maximum length of the text, in UTF-16 units
 * @param gapOf separator of two blocks; by default, or if it returns undefined, a line break, or two before a paragraph
 */
export function joinBlocks(
  blocks: readonly Block[],
  maxLength: number,
  gapOf?: (before: Block | undefined, after: Block) => string | undefined,
): string {
  let text = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const gap = gapOf?.(before, block) ?? (block.paragraph ? '\n\n' : '\n');
    text += before === undefined ? gap.replace(/\n/g, '') + block.text : gap + block.text;
    if (text.length > maxLength) return cutText(text, maxLength);
    before = block;
  }
  return text;
}
