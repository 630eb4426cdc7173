import { mergeLinks } from '../merge-links.ts';
import type { OfferedLink } from '../offer.ts';
import type { BundleReader } from './bundle-reader.ts';
import { mergeQueueEntries, type QueueEntry } from './entry.ts';
import { concatPieces, fingerprintLookup, mergeFingerprints, packFingerprints } from './fingerprint-set.ts';
import { type BundleRef, pieceNames } from './manifest.ts';
import { selectMerges } from './merge-tiers.ts';
import { splitBytes } from './pieces.ts';
import type { UrlQueue } from './queue.ts';
import type { ExtraBundle } from './write-bundles.ts';

/** How the queue of a host follows what the crawl learns about links. */
export type QueueRanking = {
  /** Returns an entry with the priority that the current model gives it. */
  rank(entry: QueueEntry): QueueEntry;
  /**
   * Maximum number of stored entries that a visit ranks again, on average. A visit of a longer queue ranks a quarter of them,
   * the best by their last rank, or with the remaining probability the whole queue.
   */
  maxRanked: number;
  /** @returns a random number from 0 to 1 */
  random(): number;
};

/**
 * The queue of a host ranked by a model. Bundles are immutable: further evidence about a stored URL is queued as a second
 * entry. Entries of one URL are merged when they are in memory together, and are stale once the URL was taken.
 */
export type RankedQueue = {
  /** Adds a URL that the host has just accepted. The queue keeps the entry and changes it. */
  add(entry: QueueEntry): void;
  /** Adds what a further page says about a known URL. No effect if the URL was taken. */
  addEvidence(link: OfferedLink): void;
  /** Ranks all entries again before the next look, by a changed model. */
  rankBy(rank: QueueRanking['rank']): void;
  /** Ranks the entries of this visit and the best stored ones, unless nothing has changed. */
  rank(): Promise<void>;
  take(url: string): void;
  isStale(entry: QueueEntry): boolean;
  /** The set of taken URLs, ready to be written. */
  toBundle(): Promise<ExtraBundle>;
};

/** Whether the host knows which of its URLs were taken: it has ranked its queue from its first page on. */
export function hasTakenSet(refs: readonly BundleRef[]): boolean {
  return refs.some(({ kind }) => kind === 'f') || !refs.some(({ kind }) => kind === 'p');
}

export async function openRankedQueue(
  refs: readonly BundleRef[],
  read: BundleReader,
  queue: UrlQueue,
  ranking: QueueRanking,
): Promise<RankedQueue> {
  const stored = refs.filter(({ kind }) => kind === 'f');
  const isStoredTaken = fingerprintLookup(await Promise.all(stored.map((ref) => readSet(ref, read))));
  const taken = new Set<string>();
  const isTaken = (url: string) => taken.has(url) || isStoredTaken(url);
  /** Entries of this visit by URL. */
  const entries = new Map<string, QueueEntry>();
  let place = ranking.rank;
  let isPulled = false;
  let isRanked = false;

  const pull = async () => {
    isPulled = true;
    const { maxRanked, random } = ranking;
    const size = queue.storedCount();
    const isWhole = size <= maxRanked || random() < maxRanked / size;
    for (const entry of await queue.pull(isWhole ? Number.POSITIVE_INFINITY : maxRanked >> 2)) {
      const known = entries.get(entry.url);
      if (isTaken(entry.url)) continue;
      if (known) change(known, mergeQueueEntries(known, entry));
      else append(entry);
    }
  };
  const change = (entry: QueueEntry, to: QueueEntry) => {
    Object.assign(entry, to);
    queue.move(entry, to);
  };
  const append = (entry: QueueEntry) => {
    entries.set(entry.url, entry);
    queue.add(entry);
  };

  return {
    add(entry) {
      append(entry);
      isRanked = false;
    },
    addEvidence(link) {
      if (isTaken(link.url)) return;
      const known = entries.get(link.url);
      if (known) change(known, { ...mergeLinks(known, link), hops: known.hops });
      else append({ ...link, hops: link.redirects ?? 0 });
      isRanked = false;
    },
    rankBy(next) {
      place = next;
      isRanked = false;
    },
    async rank() {
      if (isRanked) return;
      if (!isPulled) await pull();
      isRanked = true;
      for (const entry of entries.values()) {
        const ranked = place(entry);
        if (ranked !== entry) queue.move(entry, ranked);
      }
    },
    take(url) {
      taken.add(url);
      entries.delete(url);
    },
    isStale: ({ url }) => isTaken(url),
    toBundle: () => takenBundle(refs, read, taken),
  };
}

/** Adds URLs to the set of taken URLs of a host. */
export async function takenBundle(
  refs: readonly BundleRef[],
  read: BundleReader,
  added: ReadonlySet<string>,
): Promise<ExtraBundle> {
  const stored = refs.filter(({ kind }) => kind === 'f');
  if (added.size === 0) return { kind: 'f', count: 0, pieces: [], kept: stored, replaced: [] };
  const { merged, left } = selectMerges(stored, added.size, Number.POSITIVE_INFINITY, ({ count }) => count);
  const sets = await Promise.all(merged.map((ref) => readSet(ref, read)));
  const bytes = mergeFingerprints([packFingerprints(added), ...sets]);
  return { kind: 'f', count: bytes.length / 8, pieces: splitBytes(bytes), kept: left, replaced: merged };
}

const readSet = (ref: BundleRef, read: BundleReader): Promise<Uint8Array> => read(pieceNames(ref)).then(concatPieces);
