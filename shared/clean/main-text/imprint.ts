import { MAIN, PREFORMATTED } from '../html/elements.ts';
import type { Block } from '../html/parsed-page.ts';

/** A longer one has something else to say too. Characters. */
const LONGEST = 200;
/** The word alone may begin a text about it, and the letter in brackets a point of a list. */
const OWNER =
  /^(?:©|copyright[\s:,]*(?:©|\(c\)|(?:19|20)\d\d|by\b)|\(c\)[\s:,]*(?:copyright[\s:,]*)?(?:©|(?:19|20)\d\d))/i;
const POINT_BEFORE = /^\(b\)/i;

/**
 * Whether a short string says nothing but who owns page or picture. Licences have such a line in their text, so what is marked
 * as the main content or shown as it was written is none.
 *
 * @param before the string before it: behind `(b)` stands the next point of the same list.
 */
export function isImprint({ text, roles }: Pick<Block, 'text' | 'roles'>, before = ''): boolean {
  if (text.length > LONGEST || (roles & (MAIN | PREFORMATTED)) !== 0) return false;
  const first = text.charCodeAt(0);
  if (first !== SIGN && first !== BRACKET && (first | 0x20) !== LETTER) return false;
  return OWNER.test(text) && !(first === BRACKET && POINT_BEFORE.test(before));
}

const SIGN = 0xa9;
const BRACKET = 0x28;
const LETTER = 0x63;
