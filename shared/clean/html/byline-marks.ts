/** Interprets class, id, role and style of elements, and collects the texts of elements that name the author or a date. */

import { foldWhitespace } from '../../text/whitespace.ts';
import * as E from './elements.ts';
import { AUTHOR_HINT, DATE_HINT } from './hints/class-id-hints.ts';
import { cachedHints } from './hints/hint-cache.ts';
import { MAX_BYLINE_LENGTH } from './text-blocks.ts';
import { ATTR, attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { Walk } from './walk.ts';

/** Maximum number of author and date texts of a page. */
const MAX_BYLINE_MARKS = 100;

/** Returns the hints of class, id, itemprop and rel of the last start tag, one bit each. */
export function readHints(walk: Walk): number {
  const { scan } = walk;
  let hints = 0;
  if (hasAttribute(scan, ATTR.class)) hints = attributeHints(walk, ATTR.class);
  if (hasAttribute(scan, ATTR.id)) hints |= attributeHints(walk, ATTR.id);
  if (hasAttribute(scan, ATTR.itemprop)) hints |= attributeHints(walk, ATTR.itemprop);
  if (hasAttribute(scan, ATTR.rel) && attributeValue(scan, ATTR.rel) === 'author') hints |= AUTHOR_HINT;
  return hints;
}

function attributeHints({ scan, hintCache }: Walk, name: number): number {
  const { froms, tos } = scan.attributes;
  return cachedHints(scan, hintCache, froms[name] as number, tos[name] as number);
}

/** Returns the roles that ARIA landmarks, `hidden` and `style` give to the content of the last start tag. */
export function readRoles(scan: Scan): number {
  const landmark = hasAttribute(scan, ATTR.role)
    ? (E.LANDMARKS.get(attributeValue(scan, ATTR.role) as string) ?? 0)
    : 0;
  return isHidden(scan) ? landmark | E.HIDDEN : landmark;
}

function isHidden(scan: Scan): boolean {
  if (hasAttribute(scan, ATTR.hidden)) return attributeValue(scan, ATTR.hidden) !== 'until-found';
  return hasAttribute(scan, ATTR.style) && /display\s*:\s*none/i.test(attributeValue(scan, ATTR.style) as string);
}

/**
 * Whether a button is the header of an accordion (ARIA Authoring Practices): its text is a heading of the page, such as a
 * question above its answer. The text of other buttons is a control and not content.
 */
export function isAccordionButton({ scan, heading }: Walk): boolean {
  if (heading !== undefined) return true;
  return hasAttribute(scan, ATTR.class) && /accordion/i.test(attributeValue(scan, ATTR.class) as string);
}

export function startBylineMark(walk: Walk, id: number, hints: number): void {
  const names = hints & (AUTHOR_HINT | DATE_HINT);
  const { bylineMark: mark, page } = walk;
  // The inner of two nested marks is more specific, as in "by <a rel=author>".
  if (mark && mark.names === names && mark.text.trim() !== '') endBylineMark(walk);
  if (page.bylines.length + page.dates.length >= MAX_BYLINE_MARKS) return;
  // Names in comments, forms and third-party content are not the author of the page.
  if (walk.roles & (E.HIDDEN | E.ASIDE | E.USER_CONTENT | E.THIRD_PARTY)) return;
  walk.bylineMark = { element: id, names, text: '' };
}

export function endBylineMark(walk: Walk): void {
  const { bylineMark: mark, page } = walk;
  if (!mark) return;
  const text = foldWhitespace(mark.text, false);
  if (text !== '' && text.length <= MAX_BYLINE_LENGTH) {
    if (mark.names & AUTHOR_HINT) page.bylines.push(text);
    if (mark.names & DATE_HINT) page.dates.push(text);
  }
  walk.bylineMark = undefined;
}

const CODE_LANGUAGE = /(?:^|[\s:-])(?:lang(?:uage)?|highlight-source|brush:?|sourceCode)[-: ]\s*([\w+#.]{1,30})/i;

/** Returns the programming language in a class such as `language-js`, `lang-py` or `highlight-source-go`; '' if there is none. */
export function readCodeLanguage(scan: Scan): string {
  if (!hasAttribute(scan, ATTR.class)) return '';
  return CODE_LANGUAGE.exec((attributeValue(scan, ATTR.class) as string).slice(0, 200))?.[1]?.toLowerCase() ?? '';
}
