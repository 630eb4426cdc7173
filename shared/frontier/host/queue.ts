import { type BundleCursor, openBundleCursor } from './bundle-cursor.ts';
import type { BundleReader } from './bundle-reader.ts';
import { compareQueueEntries, decodeQueueEntry, type QueueEntry, type QueueRow } from './entry.ts';
import type { BundleRef } from './manifest.ts';

/** Queue of a host's URLs that wait for their first fetch: stored in bundles, or added in this visit. */
export type UrlQueue = {
  add(entry: QueueEntry): void;
  /** Estimates the number of stored entries that are left, from the sizes of their bundles. */
  storedCount(): number;
  /**
   * Removes stored entries and returns them, the best by their stored priority first.
   *
   * @param max maximum number; infinite: all, unordered.
   */
  pull(max: number): Promise<QueueEntry[]>;
  /** Changes the priority of an entry that was added in this visit. */
  move(entry: QueueEntry, place: Pick<QueueEntry, 'class' | 'score'>): void;
  /**
   * Replaces entries. Reads the whole queue, and moves the bundles with a changed entry to the entries of this visit.
   *
   * @param change returns the entry itself to keep it, another one, or undefined to drop it.
   */
  rewrite(change: (entry: QueueEntry) => QueueEntry | undefined): Promise<void>;
  /**
   * Returns the best entry without removing it, and a function that removes it.
   *
   * @param isStale selects entries to drop. Absent: none.
   */
  peek(isStale?: (entry: QueueEntry) => boolean): Promise<{ entry: QueueEntry; take: () => void } | undefined>;
  /** Remaining entries of this visit. */
  added: QueueEntry[];
  stored: BundleCursor<QueueEntry>[];
  /** Bundles whose entries are among the added ones. */
  emptied: BundleRef[];
};

/** Opens the queue from the bundles that hold queued URLs; other bundles are ignored. Reads nothing yet. */
export function openUrlQueue(refs: readonly BundleRef[], read: BundleReader): UrlQueue {
  const stored = refs
    .filter((ref) => ref.kind === 'q')
    .map((ref) => openBundleCursor<QueueRow, QueueEntry>(ref, read, decodeQueueEntry));
  const added: QueueEntry[] = [];
  const emptied: BundleRef[] = [];
  let sorted = true;
  const firstAdded = (): QueueEntry | undefined => {
    if (!sorted) added.sort(compareQueueEntries);
    sorted = true;
    return added[0];
  };

  return {
    added,
    stored,
    emptied,
    add(entry) {
      added.push(entry);
      sorted = false;
    },
    storedCount: () =>
      stored.reduce((sum, { ref }) => sum + Math.ceil((ref.count * (ref.pieces - ref.piece)) / ref.pieces), 0),
    async pull(max) {
      const found: QueueEntry[] = [];
      if (max === Number.POSITIVE_INFINITY) {
        for (const from of stored.splice(0)) {
          for (const entry of await from.readRest()) found.push(entry);
          emptied.push(from.ref);
        }
        return found;
      }
      while (found.length < max) {
        const best = await bestOf(stored, undefined);
        if (!best?.from) break;
        found.push(best.entry);
        best.from.pop();
      }
      return found;
    },
    move(entry, place) {
      entry.class = place.class;
      entry.score = place.score;
      sorted = false;
    },
    async rewrite(change) {
      const entries = [...added];
      for (const from of [...stored]) {
        const rest = await from.readRest();
        if (rest.every((entry) => change(entry) === entry)) continue;
        stored.splice(stored.indexOf(from), 1);
        emptied.push(from.ref);
        for (const entry of rest) entries.push(entry);
      }
      added.length = 0;
      for (const entry of entries) {
        const changed = change(entry);
        if (changed) added.push(changed);
      }
      sorted = false;
    },
    async peek(isStale = () => false) {
      for (;;) {
        const found = await bestOf(stored, firstAdded());
        if (!found) return undefined;
        const { entry, from } = found;
        const take = () => void (from ? from.pop() : added.shift());
        if (!isStale(entry)) return { entry, take };
        take();
      }
    },
  };
}

/**
 * Finds the best entry. Reads only the pieces at the cursors of bundles of the best class.
 *
 * @param first the best entry of this visit, which is in no bundle; undefined if there is none.
 */
async function bestOf(
  stored: readonly BundleCursor<QueueEntry>[],
  first: QueueEntry | undefined,
): Promise<{ entry: QueueEntry; from?: BundleCursor<QueueEntry> } | undefined> {
  const left = stored.filter((from) => !from.isExhausted());
  const classOf = (from: BundleCursor<QueueEntry>) => from.peekLoaded()?.class ?? from.ref.mark;
  for (;;) {
    const best = Math.min(first?.class ?? 8, ...left.map(classOf));
    if (best > 7) return undefined;
    const found: { entry: QueueEntry; from?: BundleCursor<QueueEntry> }[] = [];
    if (first?.class === best) found.push({ entry: first });
    let isUncertain = false;
    for (const from of left.filter((one) => classOf(one) === best)) {
      const entry = await from.peek();
      if (!entry) left.splice(left.indexOf(from), 1);
      if (entry?.class === best) found.push({ entry, from });
      else isUncertain = true;
    }
    found.sort((a, b) => compareQueueEntries(a.entry, b.entry));
    if (found[0]) return found[0];
    if (!isUncertain) return undefined;
  }
}
