import { MAIN, PREFORMATTED } from '../html/elements.ts';
import type { Block } from '../html/parsed-page.ts';

/** A longer one has something else to say too. Characters. */
const MAX_LINE_LENGTH = 200;
/** The word alone may begin a text about it, and the letter in brackets a point of a list. */
const COPYRIGHT =
  /^(?:©|copyright[\s:,]*(?:©|\(c\)|(?:19|20)\d\d|by\b)|\(c\)[\s:,]*(?:copyright[\s:,]*)?(?:©|(?:19|20)\d\d))/i;
const LIST_ITEM_B = /^\(b\)/i;

/**
 * Whether a short string says nothing but who owns page or picture. Licences have such a line in their text, so what is marked
 * as the main content or shown as it was written is none.
 *
 * @param before the string before it: behind `(b)` stands the next point of the same list.
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
