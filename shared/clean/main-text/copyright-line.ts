import { MAIN, PREFORMATTED } from '../html/elements.ts';
import type { Block } from '../html/parsed-page.ts';

/** Maximum length of a copyright line, in UTF-16 units. A longer block has other content too. */
const MAX_LINE_LENGTH = 200;
/** Start of a copyright line. The word "copyright" alone may start a text about it, and `(c)` may be an item of a list. */
const COPYRIGHT =
  /^(?:©|copyright[\s:,]*(?:©|\(c\)|(?:19|20)\d\d|by\b)|\(c\)[\s:,]*(?:copyright[\s:,]*)?(?:©|(?:19|20)\d\d))/i;
const LIST_ITEM_B = /^\(b\)/i;

/**
 * Whether a block is only a copyright line of a page or an image. Licences contain such lines, so marked main content and
 * preformatted text never count.
 *
 * @param before text of the block before; if it starts with `(b)`, then `(c)` is the next item of the same list
 */
export function isCopyrightLine({ text, roles }: Pick<Block, 'text' | 'roles'>, before = ''): boolean {
  if (text.length > MAX_LINE_LENGTH || (roles & (MAIN | PREFORMATTED)) !== 0) return false;
  const first = text.charCodeAt(0);
  if (first !== COPYRIGHT_SIGN && first !== BRACKET && (first | 0x20) !== LETTER_C) return false;
  return COPYRIGHT.test(text) && !(first === BRACKET && LIST_ITEM_B.test(before));
}

const COPYRIGHT_SIGN = 0xa9;
const BRACKET = 0x28;
const LETTER_C = 0x63;
