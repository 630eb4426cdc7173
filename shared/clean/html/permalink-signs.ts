/** Recognises permalink signs, which are not part of the text. */
import type { Walk } from './walk.ts';

/**
 * Texts of links that only exist to copy the address of a section, or that lead from a footnote back to its mark. U+F0C1 is the link sign of
 * Font Awesome.
 */
const PERMALINK_SIGNS = new Set([
  ...['↩', '↩\ufe0e', '↩\ufe0f', '⤴', '⤴\ufe0e', '⤴\ufe0f'],
  ...['¶', '#', '§', '🔗', '🔗\ufe0e', '🔗\ufe0f', '\uf0c1'],
]);
/** Maximum length of such a text, in UTF-16 units. */
export const MAX_SIGN_LENGTH = 3;

/** Whether the piece is the only text of a permalink: a link in a heading, or to a fragment. */
export function isPermalinkSign({ page, scan, link, anchor, heading }: Walk, piece: string): boolean {
  if (anchor !== '' || !PERMALINK_SIGNS.has(piece.trim())) return false;
  const { units, to } = scan;
  if (units[to] !== 0x3c || units[to + 1] !== 0x2f) return false;
  return heading !== undefined || page.links[link]?.href.includes('#') === true;
}
