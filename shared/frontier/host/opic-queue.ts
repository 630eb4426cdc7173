import type { Url } from '../../url/url.ts';
import type { BundleReader } from './bundle-reader.ts';
import type { QueueEntry } from './entry.ts';
import type { BundleRef } from './manifest.ts';
import { type CashLedger, type CashTransfer, cashPriority, openCashLedger, SEED_CASH } from './opic-cash.ts';
import type { UrlQueue } from './queue.ts';

/**
 * A host's line of URLs in the order of their cash. Bundles are never changed: a URL whose cash has grown stands in line
 * once more, at its new place, and its places behind that are void.
 */
export type OpicQueue = {
  /** A URL joins the line. */
  enqueue(entry: QueueEntry): void;
  receive(told: readonly CashTransfer[], isKnown: (url: Url) => boolean): void;
  /** A redirect: what its page has is the target's. */
  transfer(from: Url, to: QueueEntry): void;
  isStale(entry: QueueEntry): boolean;
  ledger: CashLedger;
};

export async function openOpicQueue(
  refs: readonly BundleRef[],
  read: BundleReader,
  waiting: UrlQueue,
): Promise<OpicQueue> {
  const purse = await openCashLedger(refs, read);
  /** Of this visit: their place may still be changed. */
  const joined = new Map<Url, QueueEntry>();

  const grew = (url: Url, before: number, found: Pick<QueueEntry, 'depth' | 'parent'>) => {
    const place = cashPriority(purse.balance(url));
    const mine = joined.get(url);
    if (mine && !purse.isTaken(url)) waiting.move(mine, { class: queueClass(mine, place.class), score: place.score });
    else if (!mine && !purse.isTaken(url) && place.score > cashPriority(before).score)
      waiting.add({ url, kind: 'page', ...place, ...found, hops: 0 });
  };

  return {
    ledger: purse,
    enqueue(entry) {
      joined.set(entry.url, entry);
      if (isSeed(entry)) purse.add(entry.url, SEED_CASH);
      grew(entry.url, 0, entry);
    },
    receive(told, isKnown) {
      for (const cash of told) {
        if (!purse.receive(cash)) continue;
        const found = { depth: cash.depth, parent: cash.from };
        for (const url of cash.to.filter(isKnown)) grew(url, purse.balance(url) - cash.share, found);
      }
    },
    transfer(from, to) {
      const [before, more] = [purse.balance(to.url), purse.balance(from)];
      purse.add(to.url, more);
      grew(to.url, before, to);
    },
    isStale: ({ url, score }) => purse.isTaken(url) || score < cashPriority(purse.balance(url)).score,
  };
}

const isSeed = ({ parent, depth }: QueueEntry) => parent === null && depth === 0;
const queueClass = (entry: QueueEntry, place: number) => (isSeed(entry) ? entry.class : place);
