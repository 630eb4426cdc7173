/**
 * Finds site boilerplate: text that repeats on the pages of a host, such as an imprint or a notice. Text counts as boilerplate if
 * it is on at least three pages and on half of the pages of the host.
 *
 * Pages also share other text: labels of a manual ("Note"), versions of one page, parts of an article. So a block is boilerplate
 * only if it occurs once on the page, is long or is between other repeated blocks, is no link, and is not the title. Of pages
 * with the same title, numbers aside, only the first counts. A page that shares most of its text has no boilerplate.
 */

import { detachedCopy } from '../../text/memoize.ts';
import { ALPHANUMERIC_WORDS, HASH, STATS_PER_BLOCK, WORDS_IN_TITLE } from '../html/char-stats.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { firstEqualIndices } from './first-equal-index.ts';
import { KeyCounts } from './key-counts.ts';

/** Minimum number of pages. On fewer pages, text may repeat by chance. */
const MIN_PAGES = 3;
/** Minimum share of the pages of a host. */
const MIN_PAGE_SHARE = 1 / 2;
/** Unlinked length from which a block is no label, in UTF-16 units. */
const MIN_LENGTH = 40;
/** Share of link text above which a block is a link. */
const MAX_LINK_SHARE = 1 / 2;
/** Share of words in the title from which a block is the title. */
const MIN_TITLE_SHARE = 0.6;
/** Maximum share of a page that can be boilerplate. Above it, the page is a version of another page or has hardly any text. */
const MAX_SITE_SHARE = 1 / 2;
/** Maximum number of blocks of a page that are counted. */
const MAX_STRINGS = 5_000;

/** The texts of a page, in their order. */
export type PageStrings = {
  /** Title without numbers. */
  title: string;
  /** Keys of the texts: equal texts have equal keys. */
  keys: Float64Array;
  /** Unlinked lengths, in UTF-16 units; 0 for blocks that cannot be boilerplate. */
  lengths: Uint16Array;
};

/** Titles of the pages of a host, and the number of pages with different titles by text key. */
export type SiteStrings = { titles: Set<string>; counts: KeyCounts };

/** Creates the counts of a host. */
export const newSiteStrings = (): SiteStrings => ({ titles: new Set(), counts: new KeyCounts() });

/** Returns the texts of a page. */
export function pageStrings({ title, blocks, charStats }: ParsedPage): PageStrings {
  const count = Math.min(blocks.length, MAX_STRINGS);
  const keys = new Float64Array(count);
  const lengths = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    const { length } = (blocks[i] as Block).text;
    keys[i] = (charStats[i * STATS_PER_BLOCK + HASH] as number) * KEY_LENGTHS + Math.min(KEY_LENGTHS - 1, length);
  }
  const firsts = firstEqualIndices(keys);
  for (let i = 0; i < count; i++) {
    const { text, linked } = blocks[i] as Block;
    const first = firsts[i] as number;
    if (first !== i) lengths[first] = 0;
    else if (linked <= text.length * MAX_LINK_SHARE && !isTitle(charStats, i))
      lengths[i] = Math.min(0xffff, text.length - linked);
  }
  // The result of `replace` consists of slices, which would keep the page in memory until the last page of the batch.
  return { title: detachedCopy((title ?? '').replace(/[\d\s]+/g, ' ')), keys, lengths };
}

/** The key combines the 32-bit hash with the length, capped at this, to make collisions rare. */
const KEY_LENGTHS = 1024;

/** Whether most words of the block are in the title. */
function isTitle(charStats: readonly number[], i: number): boolean {
  const words = charStats[i * STATS_PER_BLOCK + ALPHANUMERIC_WORDS] as number;
  return words > 0 && (charStats[i * STATS_PER_BLOCK + WORDS_IN_TITLE] as number) >= words * MIN_TITLE_SHARE;
}

/** Counts another page of the host. */
export function addToSite({ titles, counts }: SiteStrings, { title, keys }: PageStrings): void {
  if (titles.has(title)) return;
  titles.add(title);
  const firsts = firstEqualIndices(keys);
  for (let i = 0; i < keys.length; i++) if (firsts[i] === i) counts.add(keys[i] as number);
}

/** Returns 1 for each block of the page that is boilerplate, or undefined if none is. */
export function findSiteStrings(
  { titles, counts }: SiteStrings,
  { keys, lengths }: PageStrings,
): Uint8Array | undefined {
  const minPages = Math.max(MIN_PAGES, titles.size * MIN_PAGE_SHARE);
  if (titles.size < minPages) return undefined;
  const isRepeated = (i: number): boolean => i < 0 || i >= keys.length || counts.get(keys[i] as number) >= minPages;
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
