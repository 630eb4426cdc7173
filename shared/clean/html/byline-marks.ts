/** What class, id, role and style of an element say; and the texts of those that name the author or a date. */

import { foldWhitespace } from '../../text/whitespace.ts';
import * as E from './elements.ts';
import { AUTHOR_HINT, DATE_HINT } from './hints/class-id-hints.ts';
import { cachedHints } from './hints/hint-cache.ts';
import { MAX_BYLINE_LENGTH } from './text-blocks.ts';
import { ATTR, attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { Walk } from './walk.ts';

const MAX_BYLINE_MARKS = 100;

export function readHints(walk: Walk): number {
  const { scan } = walk;
  let hints = 0;
  if (hasAttribute(scan, ATTR.class)) hints = attributeHints(walk, ATTR.class);
  if (hasAttribute(scan, ATTR.id)) hints |= attributeHints(walk, ATTR.id);
  if (hasAttribute(scan, ATTR.itemprop)) hints |= attributeHints(walk, ATTR.itemprop);
  if (hasAttribute(scan, ATTR.rel) && attributeValue(scan, ATTR.rel) === 'author') hints |= AUTHOR_HINT;
  return hints;
}

function attributeHints({ scan, hintCache: values }: Walk, name: number): number {
  const { froms, tos } = scan.attributes;
  return cachedHints(scan, values, froms[name] as number, tos[name] as number);
}

/** What attributes say of an element's content. */
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
 * Whether the words of a button are a heading of the page, and press open what is below it: as questions and their answers
 * are shown (ARIA Authoring Practices, accordion). Those of other buttons say what a reader can do.
 */
export function isAccordionButton({ scan, heading }: Walk): boolean {
  if (heading !== undefined) return true;
  return hasAttribute(scan, ATTR.class) && /accordion/i.test(attributeValue(scan, ATTR.class) as string);
}

export function startBylineMark(walk: Walk, id: number, said: number): void {
  const names = said & (AUTHOR_HINT | DATE_HINT);
  const { bylineMark: mark, page } = walk;
  // The inner one of two tells more, as in "by <a rel=author>".
  if (mark && mark.names === names && mark.text.trim() !== '') endBylineMark(walk);
  if (page.bylines.length + page.dates.length >= MAX_BYLINE_MARKS) return;
  // Who is named in comments, forms and by others did not write the page.
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

/** The language of an example, as a class says it: `language-js`, `lang-py`, `highlight-source-go`; '': none. */
export function readCodeLanguage(scan: Scan): string {
  if (!hasAttribute(scan, ATTR.class)) return '';
  return CODE_LANGUAGE.exec((attributeValue(scan, ATTR.class) as string).slice(0, 200))?.[1]?.toLowerCase() ?? '';
}
