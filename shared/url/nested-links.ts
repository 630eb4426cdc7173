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

/** Returns whether the links of a page to its own subdirectories repeat the directories that it is in. */
export function repeatsOwnPath(page: Url, links: readonly { url: Url }[]): boolean {
  if (!page.endsWith('/') || page.includes('?')) return false;
  const segments = page.slice(originOf(page).length + 1, -1).split('/');
  const names = new Set(segments.filter((name) => name.length >= MIN_NAME_LENGTH && LETTER.test(name)));
  if (names.size < REPEATED_NAMES) return false;
  const repeated = new Set<string>();
  for (const { url } of links) {
    if (!url.startsWith(page)) continue;
    const end = url.indexOf('/', page.length);
    const name = url.slice(page.length, Math.max(end, page.length));
    if (names.has(name) && repeated.add(name).size >= REPEATED_NAMES) return true;
  }
  return false;
}
