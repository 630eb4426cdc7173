/**
 * What stands on most pages of a host is of the site and not of a page: an imprint, a notice, who runs it. Where several pages of a
 * host are at hand, their strings are counted, and one that comes on three of them and on half of them counts as the site's.
 *
 * Pages have much in common besides: labels of a manual ("Note"), versions of one page, its parts. So a string is the site's only
 * where it comes once on a page, is long or stands among others that are repeated, is no link (those are judged as it is) and
 * is not the title. Of pages with one title, as parts of an article and pages of a thread have (numbers do not count), only the
 * first is counted; and of a page most of which others have too, nothing is the site's.
 */

import { ALPHANUMERIC_WORDS, HASH, STATS_PER_BLOCK, WORDS_IN_TITLE } from '../html/char-stats.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

/** On fewer pages a string may be there by chance. */
const MIN_PAGES = 3;
/** Of the pages of the host. */
const MIN_PAGE_SHARE = 1 / 2;
/** A longer string is no label. Characters. */
const MIN_LENGTH = 40;
/** Of the characters of a string: with more it is a link. */
const MAX_LINK_SHARE = 1 / 2;
/** Of its words that the title has too. */
const MIN_TITLE_SHARE = 0.6;
/** If a larger share of a page's characters is the site's, it is a version of another page, or has hardly a text. */
const MAX_SITE_SHARE = 1 / 2;
/** Strings of one page that are counted; further ones are its own. */
const MAX_STRINGS = 5_000;

/** The strings of a page, in its order. */
export type PageStrings = {
  /** Its numbers left out. */
  title: string;
  /** Equal strings have equal keys. */
  keys: Float64Array;
  /** Characters that are not text of links; 0: it cannot be the site's. */
  lengths: Uint16Array;
};

/** Titles of pages, and on how many pages of different titles a string was. */
export type SiteStrings = { titles: Set<string>; counts: Map<number, number> };

export const newSiteStrings = (): SiteStrings => ({ titles: new Set(), counts: new Map() });

export function pageStrings({ title, blocks, charStats: shapes }: ParsedPage): PageStrings {
  const count = Math.min(blocks.length, MAX_STRINGS);
  const keys = new Float64Array(count);
  const lengths = new Uint16Array(count);
  const first = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const { text, linked } = blocks[i] as Block;
    const key = (shapes[i * STATS_PER_BLOCK + HASH] as number) * KEY_LENGTHS + Math.min(KEY_LENGTHS - 1, text.length);
    keys[i] = key;
    const before = first.get(key);
    if (before === undefined) first.set(key, i);
    else lengths[before] = 0;
    if (before !== undefined || linked > text.length * MAX_LINK_SHARE || isTitle(shapes, i)) continue;
    lengths[i] = Math.min(0xffff, text.length - linked);
  }
  return { title: (title ?? '').replace(/[\d\s]+/g, ' '), keys, lengths };
}

/** The length is a part of the key: the hash is a short one. */
const KEY_LENGTHS = 1024;

function isTitle(shapes: readonly number[], i: number): boolean {
  const lettered = shapes[i * STATS_PER_BLOCK + ALPHANUMERIC_WORDS] as number;
  return lettered > 0 && (shapes[i * STATS_PER_BLOCK + WORDS_IN_TITLE] as number) >= lettered * MIN_TITLE_SHARE;
}

/** Another page of the host. */
export function addToSite({ titles, counts }: SiteStrings, { title, keys }: PageStrings): void {
  if (titles.has(title)) return;
  titles.add(title);
  for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** @returns 1 for each string of one of the pages that is the site's; undefined: none is. */
export function findSiteStrings(
  { titles, counts }: SiteStrings,
  { keys, lengths }: PageStrings,
): Uint8Array | undefined {
  const least = Math.max(MIN_PAGES, titles.size * MIN_PAGE_SHARE);
  if (titles.size < least) return undefined;
  const isRepeated = (i: number): boolean => i < 0 || i >= keys.length || (counts.get(keys[i] as number) ?? 0) >= least;
  const found = new Uint8Array(keys.length);
  let own = 0;
  let shared = 0;
  for (let i = 0; i < keys.length; i++) {
    const length = lengths[i] as number;
    if (length === 0 || !isRepeated(i)) own += length;
    else if (length >= MIN_LENGTH || (isRepeated(i - 1) && isRepeated(i + 1))) {
      found[i] = 1;
      shared += length;
    } else own += length;
  }
  return shared > 0 && shared <= (own + shared) * MAX_SITE_SHARE ? found : undefined;
}
