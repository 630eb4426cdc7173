import type { Url } from '../../url/url.ts';
import type { CashTransfer } from '../offer.ts';
import type { BundleReader } from './bundle-reader.ts';
import type { QueueEntry } from './entry.ts';
import type { BundleRef } from './manifest.ts';
import { type CashLedger, cashPriority, openCashLedger, SEED_CASH } from './opic-cash.ts';
import type { UrlQueue } from './queue.ts';

/**
 * The queue of a host ordered by cash. Bundles are immutable: when the cash of a URL grows, a second entry is queued at its
 * new place, and the older entries become stale.
 */
export type OpicQueue = {
  /** Adds a URL to the queue. */
  enqueue(entry: QueueEntry): void;
  receive(transfers: readonly CashTransfer[], isKnown: (url: Url) => boolean): void;
  /** Gives the cash of a redirecting page to the redirect's target. */
  transfer(from: Url, to: QueueEntry): void;
  isStale(entry: QueueEntry): boolean;
  ledger: CashLedger;
};

export async function openOpicQueue(
  refs: readonly BundleRef[],
  read: BundleReader,
  queue: UrlQueue,
): Promise<OpicQueue> {
  const ledger = await openCashLedger(refs, read);
  /** Entries of this visit, whose place can still change. */
  const enqueued = new Map<Url, QueueEntry>();

  const updatePlace = (url: Url, before: number, found: Pick<QueueEntry, 'depth' | 'parent'>) => {
    const place = cashPriority(ledger.balance(url));
    const entry = enqueued.get(url);
    if (entry && !ledger.isTaken(url)) queue.move(entry, { class: queueClass(entry, place.class), score: place.score });
    else if (!entry && !ledger.isTaken(url) && place.score > cashPriority(before).score)
      queue.add({ url, kind: 'page', ...place, ...found, hops: 0 });
  };

  return {
    ledger,
    enqueue(entry) {
      enqueued.set(entry.url, entry);
      if (isSeed(entry)) ledger.add(entry.url, SEED_CASH);
      updatePlace(entry.url, 0, entry);
    },
    receive(transfers, isKnown) {
      for (const cash of transfers) {
        if (!ledger.receive(cash)) continue;
        const found = { depth: cash.depth, parent: cash.from };
        for (const url of cash.to.filter(isKnown)) updatePlace(url, ledger.balance(url) - cash.share, found);
      }
    },
    transfer(from, to) {
      const [before, more] = [ledger.balance(to.url), ledger.balance(from)];
      ledger.add(to.url, more);
      updatePlace(to.url, before, to);
    },
    isStale: ({ url, score }) => ledger.isTaken(url) || score < cashPriority(ledger.balance(url)).score,
  };
}

const isSeed = ({ parent, depth }: QueueEntry) => parent === null && depth === 0;
const queueClass = (entry: QueueEntry, place: number) => (isSeed(entry) ? entry.class : place);
