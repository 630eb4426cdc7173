/** Finds the title of a page of a manual, whose title element and main heading often name the manual. */

import type { ParsedPage } from '../html/parsed-page.ts';
import { TITLE_OR_DASHES } from './title-separator.ts';

/** Maximum number of headings and blocks that are compared. */
const MAX_COMPARED = 100;
/** Maximum number of main headings that are compared. */
const MAX_MAIN = 10;

type Headings = Pick<ParsedPage, 'headings' | 'levels'>;

/** Returns the title of a page of a manual, or null if nothing shows that the page is one. */
export function manualTitle(page: ParsedPage): string | null {
  const title = page.title?.trim() ?? '';
  if (title === '') return null;
  const found = headingBesideName(page, title) ?? numberedHeading(page, title);
  return found ?? blockAfterName(page, title);
}

/**
 * Returns the heading that is one end of a title if the other end names the manual: another main heading at the end (`Paths - The Moss Book`), or the
 * main heading with a version at the start (`Moss Server (10.1) - Proxies`). A main heading at the end that the page has twice is its own (`Moss -- io`).
 */
function headingBesideName({ headings, levels }: Headings, title: string): string | null {
  const main = headings.filter((_, i) => levels[i] === 1).slice(0, MAX_MAIN);
  if (main.length === 0 || !TITLE_OR_DASHES.test(title)) return null;
  const parts = title.split(TITLE_OR_DASHES).map(joined);
  const first = parts[0];
  const last = parts.at(-1);
  if (!first || !last || first === last) return null;
  const names = main.map(joined);
  const [name] = names;
  if (!name) return null;
  const headingOf = (text: string): string | null =>
    headings.slice(0, MAX_COMPARED).find((heading) => joined(heading) === text) ?? null;
  if (names.length > 1 && names.every((one) => one === last)) return headingOf(last);
  if (names.length > 1 && names.includes(last)) return headingOf(first);
  const isVersioned = names.length === 1 && first.startsWith(`${name} `) && /\d/.test(first.slice(name.length));
  return isVersioned ? headingOf(last) : null;
}

/** Returns the first heading if it is the title without the name of the manual in brackets, as of Texinfo: `2.1 Moss` of `Moss (The Book of Bogs)`. */
function numberedHeading({ headings }: Headings, title: string): string | null {
  const own = IN_BRACKETS.exec(title)?.groups?.['title'];
  const [first] = headings;
  return own !== undefined && first !== undefined && joined(first.replace(SECTION_NUMBER, '')) === joined(own)
    ? first
    : null;
}

const IN_BRACKETS = /^(?<title>[^()]+) \([^()]+\)$/;
/** The number of a section: `2.1`, `A.3`, `4.`. */
export const SECTION_NUMBER = /^(?:(?:\d+|[A-Z])(?:\.\d+)+\.?|\d+\.?)\s+/;

/**
 * Returns what follows a colon in a title if it is a block of its own, and what precedes it is one before, alone or with a version, as of Doxygen:
 * `Using Moss on stones` of `Bogs: Using Moss on stones`.
 */
function blockAfterName({ blocks }: ParsedPage, title: string): string | null {
  const at = title.indexOf(': ');
  if (at === -1) return null;
  const name = joined(title.slice(0, at));
  const rest = joined(title.slice(at + 2));
  if (name === '' || rest === '' || !NAME.test(title.slice(at + 2))) return null;
  const maxLength = title.length + MAX_VERSION_LENGTH;
  let isNamed = false;
  for (const { text } of blocks.slice(0, MAX_COMPARED)) {
    if (text.length > maxLength) continue;
    const words = joined(text);
    if (isNamed && words === rest) return text.trim();
    isNamed ||= words === name || (words.startsWith(`${name} `) && /^[v\d. ]+$/.test(words.slice(name.length)));
  }
  return null;
}

/** A title rather than the rest of a sentence. */
const NAME = /^[\p{Lu}\p{N}]|::/u;
/** Maximum length of a version and of white space in a block that is a part of the title, in UTF-16 units. */
const MAX_VERSION_LENGTH = 30;

/** Returns the words of a text in lower case, joined by spaces. */
const joined = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
