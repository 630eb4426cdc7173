import { fingerprintHalves } from '../url/fingerprint.ts';
import type { Url } from '../url/url.ts';
import type { OfferedLink } from './offer.ts';

/**
 * Links that this process enqueued recently. Pages repeat menus and popular links; enqueuing them again costs a write and a
 * read, and the host drops them as seen.
 *
 * A forgotten link is only enqueued again. A remembered link was put into its host's inbox and announced. The host's
 * decision on it is final unless the link is found at a smaller depth. A list that reports a change brings the page's next visit
 * forward, so each change time is remembered beside the link.
 */
export type RecentLinks = {
  /**
   * Checks whether the link was enqueued at this depth or a smaller one. A link with evidence must have been enqueued
   * `offers` times: each page that links to a URL says more about it. A link with a change time must have been enqueued with it.
   */
  has(link: RecentLink): boolean;
  /** Checks whether the URL was enqueued at all. */
  hasUrl(url: Url): boolean;
  /** Adds a link that was put into an inbox and announced, and not refused. */
  add(link: RecentLink): void;
};

type RecentLink = Pick<OfferedLink, 'url' | 'depth' | 'evidence' | 'lastModified'>;

/** Maximum depth that fits into a byte. Deeper links are never reported as enqueued. */
const MAX_STORED_DEPTH = 254;

/**
 * Creates a cache of fixed size: a 2-way set-associative table of fingerprints, with 10 bytes per entry. A new link replaces
 * the second entry of its set; a hit moves to the first. A false hit occurs once in 10¹³ look-ups.
 *
 * @param limit maximum number of links, a power of two.
 * @param offers number of times that a link with evidence is enqueued, at most 255.
 */
export function createRecentLinks(limit: number, offers = 1): RecentLinks {
  const halves = new Uint32Array(2 * limit);
  /** Depth + 1; 0 marks a free entry. */
  const depths = new Uint8Array(limit);
  const counts = new Uint8Array(limit);

  const move = (from: number, to: number) => {
    halves[2 * to] = halves[2 * from]!;
    halves[2 * to + 1] = halves[2 * from + 1]!;
    depths[to] = depths[from]!;
    counts[to] = counts[from]!;
  };
  const write = (place: number, low: number, high: number, depth: number, count: number) => {
    halves[2 * place] = low;
    halves[2 * place + 1] = high;
    depths[place] = 1 + Math.min(MAX_STORED_DEPTH, depth);
    counts[place] = Math.min(255, count);
  };
  /** Finds a link and moves it to the first entry of its set. @returns its index; -1 if absent. */
  const find = (low: number, high: number): number => {
    const first = low & (limit - 1) & ~1;
    const isAt = (place: number) => depths[place] !== 0 && halves[2 * place] === low && halves[2 * place + 1] === high;
    if (isAt(first)) return first;
    if (!isAt(first + 1)) return -1;
    const depth = depths[first + 1]!;
    const count = counts[first + 1]!;
    move(first, first + 1);
    write(first, low, high, depth - 1, count);
    return first;
  };

  const isStored = (name: string): boolean => {
    const [low = 0, high = 0] = fingerprintHalves(name);
    return find(low, high) >= 0;
  };
  const store = (name: string, depth: number) => {
    const [low = 0, high = 0] = fingerprintHalves(name);
    const place = find(low, high);
    if (place < 0) write((low & (limit - 1) & ~1) + 1, low, high, depth, 1);
    else write(place, low, high, Math.min(depth, depths[place]! - 1), counts[place]! + 1);
  };

  return {
    has({ url, depth, evidence, lastModified }) {
      const [low = 0, high = 0] = fingerprintHalves(url);
      const place = find(low, high);
      const isNear = place >= 0 && depth < MAX_STORED_DEPTH && depths[place]! - 1 <= depth;
      if (!isNear || (evidence !== undefined && counts[place]! < offers)) return false;
      return lastModified === undefined || isStored(changeName(url, lastModified));
    },
    hasUrl: isStored,
    add({ url, depth, lastModified }) {
      store(url, depth);
      if (lastModified !== undefined) store(changeName(url, lastModified), depth);
    },
  };
}

/** Name of a change that a list reports. No URL contains a space. */
const changeName = (url: Url, lastModified: number): string => `${url} ${lastModified}`;
