import { MAIN, PREFORMATTED } from './elements.ts';
import type { Block } from './parse-html.ts';

/** A longer one has something else to say too. Characters. */
const LONGEST = 200;
/** The word alone may begin a text about it. */
const OWNER = /^(?:©|(?:copyright|\(c\))[\s:,]*(?:©|\(c\)|(?:19|20)\d\d|by\b))/i;

/**
 * Whether a short string says nothing but who owns page or picture. Licences have such a line in their text, so what is marked
 * as the main content or shown as it was written is none.
 */
export function isImprint({ text, roles }: Pick<Block, 'text' | 'roles'>): boolean {
  if (text.length > LONGEST || (roles & (MAIN | PREFORMATTED)) !== 0) return false;
  const first = text.charCodeAt(0);
  return (first === SIGN || first === BRACKET || (first | 0x20) === LETTER) && OWNER.test(text);
}

const SIGN = 0xa9;
const BRACKET = 0x28;
const LETTER = 0x63;
