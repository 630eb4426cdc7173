/** Collects the texts of elements that name the author or a date. */

import { foldWhitespace } from '../../text/whitespace.ts';
import * as E from './elements.ts';
import { AUTHOR_HINT, DATE_HINT } from './hints/class-id-hints.ts';
import { classOf } from './hints/class-of.ts';
import { MAX_BYLINE_LENGTH } from './text-blocks.ts';
import type { Walk } from './walk.ts';

/** Maximum number of author and date texts of a page. */
const MAX_BYLINE_MARKS = 100;

/** Class of the author or the date of another page, in the preview of a link: `kg-bookmark-author` of Ghost, `embedded-post-author`. */
const EMBEDDED = /bookmark|embed|(?:blog|link)-?card/i;

/** Starts to collect the text of an element. @param hints hints of its class, id and attributes */
export function startBylineMark(walk: Walk, id: number, hints: number): void {
  const names = hints & (AUTHOR_HINT | DATE_HINT);
  const { bylineMark, page } = walk;
  // The inner of two nested marks is more specific, as in "by <a rel=author>".
  if (bylineMark && bylineMark.names === names && bylineMark.text.trim() !== '') endBylineMark(walk);
  if (page.bylines.length + page.dates.length >= MAX_BYLINE_MARKS) return;
  // Names in comments, forms, third-party content and coloured source code are not the author of the page.
  if (walk.roles & (E.HIDDEN | E.ASIDE | E.USER_CONTENT | E.THIRD_PARTY | E.PREFORMATTED)) return;
  if (EMBEDDED.test(classOf(page, walk.names))) return;
  walk.bylineMark = { element: id, names, text: '' };
}

/** Stores the text of the open mark, unless it is too long for a name or a date. */
export function endBylineMark(walk: Walk): void {
  const { bylineMark, page } = walk;
  if (!bylineMark) return;
  const text = foldWhitespace(bylineMark.text, false);
  if (text !== '' && text.length <= MAX_BYLINE_LENGTH) {
    if (bylineMark.names & AUTHOR_HINT) page.bylines.push(text);
    if (bylineMark.names & DATE_HINT) page.dates.push(text);
  }
  walk.bylineMark = undefined;
}
