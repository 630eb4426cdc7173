/**
 * Detects a menu of relative links without a leading slash on a site that answers any path: `/about/` links to `/about/team/`, that page to
 * `/about/team/about/` and so on. Each level multiplies the URLs by the length of the menu, and no URL looks wrong on its own.
 */
import { originOf, type Url } from './url.ts';

/** Number of names of its own path that the subdirectories of a page repeat, from which they are such a menu. */
const REPEATED_NAMES = 2;
/** Minimum length of a name that counts. Chapters by number and indexes by letter repeat in sound sites: `/book/1/2/1/`. Characters. */
const MIN_NAME_LENGTH = 3;
const LETTER = /[a-z]/i;

/**
 * Returns a function that tells whether a link leads into such a loop: it leads to a directory below the page's directory, or to what may be one,
 * as servers add a missing slash. Files beside the page, such as `jane.html`, are no part of the menu.
 *
 * @returns undefined if the links of the page do not repeat the names of its directories
 */
export function loopOfLinks(page: Url, links: readonly { url: Url }[]): ((url: Url) => boolean) | undefined {
  if (page.includes('?')) return undefined;
  const directory = page.slice(0, page.lastIndexOf('/') + 1);
  const segments = directory.slice(originOf(page).length + 1).split('/');
  const names = new Set(segments.filter((name) => name.length >= MIN_NAME_LENGTH && LETTER.test(name)));
  if (names.size < REPEATED_NAMES) return undefined;
  const repeated = new Set<string>();
  for (const { url } of links) {
    if (!url.startsWith(directory)) continue;
    const [name] = url.slice(directory.length).split(NAME_END, 1);
    if (names.has(name as string)) repeated.add(name as string);
  }
  return repeated.size < REPEATED_NAMES
    ? undefined
    : (url) => url.startsWith(directory) && mayBeDirectory(url, directory);
}

const NAME_END = /[/?]/;

function mayBeDirectory(url: Url, parent: string): boolean {
  const [path] = url.slice(parent.length).split('?', 1);
  return path !== '' && (path!.includes('/') || !path!.includes('.'));
}
