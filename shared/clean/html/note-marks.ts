/**
 * Recognises the marks of footnotes: links such as `<sup><a href="#fn1">1</a></sup>`. They are text in brackets, as MediaWiki writes them.
 * Without brackets, the mark would join the number before it: `1962` and note 1 would be 19621.
 */
import { SUPERSCRIPT } from './inline-runs.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { Walk } from './walk.ts';

/** Maximum length of a mark, in UTF-16 units. */
export const MAX_MARK_LENGTH = 6;
/** A number, a letter, a Roman number or signs. */
const MARK = /^(?:\d{1,4}|[a-z]|[ivx]{1,5}|[*†‡]{1,3})$/i;
/** Roles and classes of links to notes. */
const NOTE_NAMES = /foot-?note|end-?note|note-?ref|fn-?ref/i;

/** Whether the role or the class of the last start tag, a link to a fragment, says that it leads to a note. */
export function isNoteLink(scan: Scan): boolean {
  return names(scan, ATTR.role) || names(scan, ATTR['epub:type']) || names(scan, ATTR.class);
}

function names(scan: Scan, attribute: number): boolean {
  return hasAttribute(scan, attribute) && NOTE_NAMES.test(attributeValue(scan, attribute) as string);
}

/** Whether the piece is the whole text of a link to a note: a link to a fragment that is superscript or named as such. */
export function isNoteMark({ page, scan, link, anchor, marks, isNote, block }: Walk, piece: string): boolean {
  if (anchor !== '' || (!isNote && (marks & SUPERSCRIPT) === 0) || !MARK.test(piece)) return false;
  // The page has brackets around the link.
  if (block.endsWith('[') || block.endsWith('(')) return false;
  const { units, to } = scan;
  if (units[to] !== 0x3c || units[to + 1] !== 0x2f) return false;
  return page.links[link]?.href.includes('#') === true;
}
