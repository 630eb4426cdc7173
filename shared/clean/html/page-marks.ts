/** What class, id, role and style of an element say; and the texts of those that name the author or a date. */

import { foldWhitespace } from '../../text/fold.ts';
import { NAMES_AUTHOR, NAMES_DATE } from './class-id-hints.ts';
import * as E from './elements.ts';
import { MAX_MARK } from './page-text.ts';
import { hintsOfValue } from './same-values.ts';
import type { Scan } from './scan.ts';
import { A, attribute, hasAttribute } from './scan-attributes.ts';
import type { Walk } from './walk.ts';

const MAX_MARKS = 100;

export function hintsBy(walk: Walk): number {
  const { scan } = walk;
  let hints = 0;
  if (hasAttribute(scan, A.class)) hints = hintsIn(walk, A.class);
  if (hasAttribute(scan, A.id)) hints |= hintsIn(walk, A.id);
  if (hasAttribute(scan, A.itemprop)) hints |= hintsIn(walk, A.itemprop);
  if (hasAttribute(scan, A.rel) && attribute(scan, A.rel) === 'author') hints |= NAMES_AUTHOR;
  return hints;
}

function hintsIn({ scan, values }: Walk, name: number): number {
  const { froms, tos } = scan.attributes;
  return hintsOfValue(scan, values, froms[name] as number, tos[name] as number);
}

/** What attributes say of an element's content. */
export function rolesBy(scan: Scan): number {
  const landmark = hasAttribute(scan, A.role) ? (E.LANDMARKS.get(attribute(scan, A.role) as string) ?? 0) : 0;
  return isHiddenBy(scan) ? landmark | E.HIDDEN : landmark;
}

function isHiddenBy(scan: Scan): boolean {
  if (hasAttribute(scan, A.hidden)) return attribute(scan, A.hidden) !== 'until-found';
  return hasAttribute(scan, A.style) && /display\s*:\s*none/i.test(attribute(scan, A.style) as string);
}

/**
 * Whether the words of a button are a heading of the page, and press open what is below it: as questions and their answers
 * are shown (ARIA Authoring Practices, accordion). Those of other buttons say what a reader can do.
 */
export function opensText({ scan, heading }: Walk): boolean {
  if (heading !== undefined) return true;
  return hasAttribute(scan, A.class) && /accordion/i.test(attribute(scan, A.class) as string);
}

export function beginMark(walk: Walk, id: number, said: number): void {
  const names = said & (NAMES_AUTHOR | NAMES_DATE);
  const { mark, page } = walk;
  // The inner one of two tells more, as in "by <a rel=author>".
  if (mark && mark.names === names && mark.text.trim() !== '') endMark(walk);
  if (page.bylines.length + page.dates.length >= MAX_MARKS) return;
  // Who is named in comments, forms and by others did not write the page.
  if (walk.roles & (E.HIDDEN | E.ASIDE | E.OF_READERS | E.OF_OTHERS)) return;
  walk.mark = { element: id, names, text: '' };
}

export function endMark(walk: Walk): void {
  const { mark, page } = walk;
  if (!mark) return;
  const text = foldWhitespace(mark.text, false);
  if (text !== '' && text.length <= MAX_MARK) {
    if (mark.names & NAMES_AUTHOR) page.bylines.push(text);
    if (mark.names & NAMES_DATE) page.dates.push(text);
  }
  walk.mark = undefined;
}

const LANGUAGE = /(?:^|[\s:-])(?:lang(?:uage)?|highlight-source|brush:?|sourceCode)[-: ]\s*([\w+#.]{1,30})/i;

/** The language of an example, as a class says it: `language-js`, `lang-py`, `highlight-source-go`; '': none. */
export function codeLanguage(scan: Scan): string {
  if (!hasAttribute(scan, A.class)) return '';
  return LANGUAGE.exec((attribute(scan, A.class) as string).slice(0, 200))?.[1]?.toLowerCase() ?? '';
}
