import type { Url } from '../url/url.ts';
import { fingerprintHalves } from './host/fingerprint-set.ts';

/**
 * Links that this process has handed to their hosts lately. A page repeats the menus of its site and the addresses that
 * everybody links to; offered again they would only be dropped as seen, and every offer is paid for at both ends.
 *
 * Forgetting costs an offer and loses nothing. A link that is remembered was put into the inbox of its host and
 * announced; the host takes it or refuses it once and for all, unless a shorter way to it is found.
 */
export type RecentLinks = {
  /** Whether it was offered at this depth or a lesser one. */
  has(link: { url: Url; depth: number }): boolean;
  /** @param link was put and announced, and nobody refused it. */
  add(link: { url: Url; depth: number }): void;
};

/** Greater depths count as this one: such a link may be offered again. */
const MAX_STORED_DEPTH = 254;

/**
 * A table of fixed size, of pairs of places: 9 bytes each. What is new takes the second place of its pair, and what is
 * asked for again moves to the first. Two addresses share a fingerprint once in 10¹³ questions.
 *
 * @param limit so many links are kept at most, a power of two.
 */
export function createRecentLinks(limit: number): RecentLinks {
  const halves = new Uint32Array(2 * limit);
  /** One more than the depth; 0: the place is free. */
  const depths = new Uint8Array(limit);

  const move = (from: number, to: number) => {
    halves[2 * to] = halves[2 * from]!;
    halves[2 * to + 1] = halves[2 * from + 1]!;
    depths[to] = depths[from]!;
  };
  const write = (place: number, low: number, high: number, depth: number) => {
    halves[2 * place] = low;
    halves[2 * place + 1] = high;
    depths[place] = 1 + Math.min(MAX_STORED_DEPTH, depth);
  };
  /** @returns its place, the first of its pair from now on; -1: it is not there. */
  const find = (low: number, high: number): number => {
    const first = low & (limit - 1) & ~1;
    const isAt = (place: number) => depths[place] !== 0 && halves[2 * place] === low && halves[2 * place + 1] === high;
    if (isAt(first)) return first;
    if (!isAt(first + 1)) return -1;
    const depth = depths[first + 1]!;
    move(first, first + 1);
    write(first, low, high, depth - 1);
    return first;
  };

  return {
    has({ url, depth }) {
      const [low = 0, high = 0] = fingerprintHalves(url);
      const place = find(low, high);
      return place >= 0 && depth < MAX_STORED_DEPTH && depths[place]! - 1 <= depth;
    },
    add({ url, depth }) {
      const [low = 0, high = 0] = fingerprintHalves(url);
      const place = find(low, high);
      if (place < 0) write((low & (limit - 1) & ~1) + 1, low, high, depth);
      else if (depth < depths[place]! - 1) write(place, low, high, depth);
    },
  };
}
