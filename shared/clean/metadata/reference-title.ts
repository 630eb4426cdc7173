/** Finds titles of references, manuals and wikis, whose `<title>` is the name of a symbol, a page id or a file. */
import type { ParsedPage } from '../html/parsed-page.ts';
import { isSpelledOut, letters } from './kicker.ts';
import { TITLE_OR_DASHES, TITLE_SEPARATOR } from './title-separator.ts';
import { wordsOf } from './word-similarity.ts';

/** Maximum number of headings that are searched, and lowest level of a heading that may be the title. */
const MAX_HEADINGS = 10;
const MAX_LEVEL = 3;

/** What stands before the name of a symbol in its heading. */
const KIND =
  '(?:abstract |annotation |enum |record |functor |module |type )?(?:class|interface|enum|record|annotation|type|exception|error|module|package|namespace|struct|trait|union|macro|function|object|protocol)';
/** The name of the library behind that of a symbol: `Moss (Bog Tools 2.1 API)`. */
const IN_BRACKETS = / \([^()]{3,100}\)$/;

/**
 * Returns the heading that is the title with the kind of the symbol before it: `Class Moss` of `Moss (Bog Tools 2.1 API)`, as Javadoc writes it in
 * `h1` or `h2`. Otherwise undefined.
 */
export function symbolHeading(
  { headings, levels }: Pick<ParsedPage, 'headings' | 'levels'>,
  title: string,
): string | undefined {
  const name = title.replace(IN_BRACKETS, '').trim();
  if (name === '' || /\s/.test(name)) return undefined;
  return headings.slice(0, MAX_HEADINGS).find((heading, i) => {
    const [, own] = (levels[i] as number) <= MAX_LEVEL ? (SYMBOL.exec(heading) ?? []) : [];
    return own === name;
  });
}

/** A kind and a name, without type parameters. */
const SYMBOL = new RegExp(String.raw`^${KIND}:?\s+([^\s<>()]+)(?:\s*<.{1,100}>)?$`, 'i');

/** A page id and the name of the wiki, as DokuWiki writes them. */
const WIKI_TITLE = /^\S+ \[(?<wiki>[^[\]]+)\]$/;

/** Returns the name of the wiki if the page says that DokuWiki wrote it, or has a heading with the name that its title gives; otherwise undefined. */
export function wikiName(
  { headings, title }: Pick<ParsedPage, 'headings' | 'title'>,
  generator: string,
): string | undefined {
  const wiki = WIKI_TITLE.exec(title ?? '')?.groups?.['wiki'];
  return wiki !== undefined && (/^dokuwiki/i.test(generator) || headings.includes(wiki)) ? wiki : undefined;
}

/** Returns the first heading of the highest level of a page of a wiki that does not name the wiki; otherwise undefined. */
export function wikiHeading(
  { headings, levels }: Pick<ParsedPage, 'headings' | 'levels'>,
  wiki: string,
): string | undefined {
  let best = -1;
  for (const [i, heading] of headings.slice(0, MAX_HEADINGS).entries())
    if (
      heading !== wiki &&
      (levels[i] as number) <= MAX_LEVEL &&
      (levels[i] as number) < (levels[best] ?? MAX_LEVEL + 1)
    )
      best = i;
  return headings[best];
}

/** Returns a title without the name of the project that Doxygen writes before it: `Bog: Moss Class Reference`. */
export const withoutProject = (title: string, generator: string): string =>
  /^doxygen/i.test(generator) ? title.replace(/^[^:]{1,60}: (?=\S)/, '') : title;

/** Returns the part of a title that is the name of the file: `moss(8)` of `Bog manual - moss(8)` at `/moss.8.html`; otherwise undefined. */
export function partNamedByUrl(title: string, url: string): string | undefined {
  const parts = title.split(TITLE_OR_DASHES);
  const file = letters(FILE.exec(url)?.groups?.['name'] ?? '');
  if (parts.length < 2 || file.length < MIN_NAME_LENGTH) return undefined;
  return parts.find((part) => letters(part) === file);
}

/**
 * Returns the main heading, or without one any, that is the name of the file: `Bog moss` at `/bog-moss.html`; otherwise undefined. Also undefined if
 * the title that was found contains it, unless it is what follows a colon (`Bog Office: Bog moss`), or is its end: a kicker was removed. URLs also
 * name sections and scripts (`/comments/`, `/search`, `/index.html`), so a heading of one word must be in a declared title, before the name of the site.
 *
 * @param found the title so far, '' without one
 * @param declared the titles that the page declares
 */
export function headingNamedByUrl(
  { headings, levels }: Pick<ParsedPage, 'headings' | 'levels'>,
  url: string,
  found: string,
  declared: readonly string[],
): string | undefined {
  const file = letters(FILE.exec(url)?.groups?.['name'] ?? '');
  if (file.length < MIN_NAME_LENGTH) return undefined;
  const maxLevel = levels.includes(1) ? 1 : MAX_LEVEL;
  const named = headings.find((heading, i) => (levels[i] as number) <= maxLevel && letters(heading) === file);
  const own = letters(found);
  if (named === undefined || !isTelling(named, declared)) return undefined;
  if (own !== '' && own !== file && file.endsWith(own)) return undefined;
  if (!own.includes(file)) return named;
  return found.endsWith(named) && BEFORE_NAME.test(found.slice(0, -named.length)) ? named : undefined;
}

/** Whether a heading has two words, or one that is also in the first part of a title. Numbers are no words. */
function isTelling(heading: string, titles: readonly string[]): boolean {
  const count = heading.match(LETTERED)?.length ?? 0;
  if (count !== 1) return count > 1;
  const words = [...wordsOf(heading)];
  return titles.some((title) => {
    const first = wordsOf(title.split(TITLE_SEPARATOR)[0] ?? '');
    return words.every((word) => first.has(word));
  });
}

/** A word that has letters: `Moss`, `What’s`, the `D` of `3D`. */
const LETTERED = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu;

const BEFORE_NAME = /[:!]\s+$/;

/** The last segment of a path, without an extension. */
const FILE = /^[a-z]+:\/\/[^?#]*\/(?<name>[^/?#]+?)(?:\.x?html?|\.php|\.aspx?)?\/?(?:[?#]|$)/i;
/** Minimum length of the name of a file, in UTF-16 units. */
const MIN_NAME_LENGTH = 3;

/**
 * Returns a headline as a title writes it that has the same letters: with the signs between the names of a path (`Bog.Moss.grow`), which pages write in
 * elements of their own, and without the version behind it (`Moss (bog v1.2)` of `Moss — bog v1.2`).
 */
export function asDeclared(headline: string, titles: readonly string[]): string {
  const own = letters(headline);
  for (const title of titles) {
    if (letters(title) !== own) continue;
    const [first = ''] = title.split(TITLE_SEPARATOR);
    if (headline.startsWith(`${first} (`)) return first;
    if (isSpelledOut(title, headline)) return title;
  }
  return headline;
}
