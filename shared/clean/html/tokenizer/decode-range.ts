/** Converts a range of a page to text: decodes entities, folds white space and removes invisible characters. */
import { decodeHTML } from 'entities/decode';
import { removeInvisible } from '../../../text/invisible.ts';
import { collapseWhitespace } from '../../../text/whitespace.ts';
import { HAS_ENTITIES, HAS_NULS, IS_RAW } from './text.ts';

/**
 * Returns the text of a range.
 *
 * @param flags flags of the text (`text.ts`); 0 if it needs no decoding
 * @returns the text, with white space collapsed to single spaces unless it is preformatted; the ends are not trimmed
 */
export function decodeRange(html: string, from: number, to: number, flags: number, preformatted: boolean): string {
  const cut = html.slice(from, to);
  if (flags === 0) return cut;
  const decoded = flags & HAS_ENTITIES && (flags & IS_RAW) === 0 ? decodeHTML(cut) : cut;
  const clean = flags & (HAS_NULS | IS_RAW) && decoded.includes('\0') ? decoded.replaceAll('\0', '') : decoded;
  return preformatted ? removeInvisible(clean) : collapseWhitespace(clean);
}
