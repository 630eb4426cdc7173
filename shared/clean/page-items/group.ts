/** Groups of elements that may be the parts of a page. */
import { elementId } from '../html/elements.ts';
import { classOf } from '../html/hints/class-of.ts';
import type { ParsedPage } from '../html/parsed-page.ts';

/**
 * Candidates for parts: containers, or list items by their index in `page.items`. `key`: what their elements have in common (`classKey`).
 * `ends`: index after the last container or item of each, if it is not that of the member, as in a row of cells, or a term with its definitions. `siblings`: all items that may be parts
 * with the members, if they are in several lists.
 */
export type Group = {
  members: number[];
  areItems: boolean;
  key?: string | undefined;
  ends?: readonly number[];
  siblings?: readonly number[];
};

/** Returns a key of the element's name and the first word of its class without a digit; undefined without such a class. */
export function classKey(page: ParsedPage, c: number): string | undefined {
  const { containers } = page;
  const element = containers.elements[c] as number;
  if (element === REDDIT_COMMENT) return `${element}`;
  const name = containers.names[c] as number;
  if (name === 0) return undefined;
  const word = CLASS_WORD.exec(classOf(page, name, MAX_CLASS))?.[1];
  return word && `${element} ${word}`;
}

/** Maximum length of the start of a class that is read, in UTF-16 units. */
const MAX_CLASS = 60;
const CLASS_WORD = /(?:^|\s)([^\s\d]{3,})(?=\s|$)/;
const REDDIT_COMMENT = elementId('shreddit-comment');
