import type { Url } from '../../url/url.ts';
import type { BundleReader } from './bundle-reader.ts';
import type { QueueEntry } from './entry.ts';
import type { BundleRef } from './manifest.ts';
import { type Cash, FIRST_CASH, openPurse, type Purse, placeOf } from './opic-cash.ts';
import type { Waiting } from './queue.ts';

/**
 * A host's line of URLs in the order of their cash. Bundles are never changed: a URL whose cash has grown stands in line
 * once more, at its new place, and its places behind that are void.
 */
export type CashLine = {
  /** A URL joins the line. */
  join(entry: QueueEntry): void;
  hear(told: readonly Cash[], isKnown: (url: Url) => boolean): void;
  /** A redirect: what its page has is the target's. */
  hand(from: Url, to: QueueEntry): void;
  isVoid(entry: QueueEntry): boolean;
  purse: Purse;
};

export async function openCashLine(
  refs: readonly BundleRef[],
  read: BundleReader,
  waiting: Waiting,
): Promise<CashLine> {
  const purse = await openPurse(refs, read);
  /** Of this visit: their place may still be changed. */
  const joined = new Map<Url, QueueEntry>();

  const grew = (url: Url, before: number, found: Pick<QueueEntry, 'depth' | 'parent'>) => {
    const place = placeOf(purse.of(url));
    const mine = joined.get(url);
    if (mine && !purse.isTaken(url)) waiting.move(mine, { class: seedsOwn(mine, place.class), score: place.score });
    else if (!mine && !purse.isTaken(url) && place.score > placeOf(before).score)
      waiting.add({ url, kind: 'page', ...place, ...found, hops: 0 });
  };

  return {
    purse,
    join(entry) {
      joined.set(entry.url, entry);
      if (isSeed(entry)) purse.add(entry.url, FIRST_CASH);
      grew(entry.url, 0, entry);
    },
    hear(told, isKnown) {
      for (const cash of told) {
        if (!purse.hear(cash)) continue;
        const found = { depth: cash.depth, parent: cash.from };
        for (const url of cash.to.filter(isKnown)) grew(url, purse.of(url) - cash.share, found);
      }
    },
    hand(from, to) {
      const [before, more] = [purse.of(to.url), purse.of(from)];
      purse.add(to.url, more);
      grew(to.url, before, to);
    },
    isVoid: ({ url, score }) => purse.isTaken(url) || score < placeOf(purse.of(url)).score,
  };
}

const isSeed = ({ parent, depth }: QueueEntry) => parent === null && depth === 0;
const seedsOwn = (entry: QueueEntry, place: number) => (isSeed(entry) ? entry.class : place);
