import { type BundleCursor, openBundleCursor } from './bundle-cursor.ts';
import type { BundleReader } from './bundle-reader.ts';
import { compareQueueEntries, decodeQueueEntry, type QueueEntry, type QueueRow } from './entry.ts';
import type { BundleRef } from './manifest.ts';

/** Queue of a host's URLs that wait for their first fetch: stored in bundles, or added in this visit. */
export type UrlQueue = {
  add(entry: QueueEntry): void;
  /** Changes the priority of an entry that was added in this visit. */
  move(entry: QueueEntry, place: Pick<QueueEntry, 'class' | 'score'>): void;
  /**
   * Returns the best entry without removing it, and a function that removes it.
   *
   * @param isStale selects entries to drop. Absent: none.
   */
  peek(isStale?: (entry: QueueEntry) => boolean): Promise<{ entry: QueueEntry; take: () => void } | undefined>;
  /** Remaining entries of this visit. */
  added: QueueEntry[];
  stored: BundleCursor<QueueEntry>[];
};

export function openUrlQueue(refs: readonly BundleRef[], read: BundleReader): UrlQueue {
  const stored = refs
    .filter((ref) => ref.kind === 'q')
    .map((ref) => openBundleCursor<QueueRow, QueueEntry>(ref, read, decodeQueueEntry));
  const added: QueueEntry[] = [];
  let sorted = true;
  const firstAdded = (): QueueEntry | undefined => {
    if (!sorted) added.sort(compareQueueEntries);
    sorted = true;
    return added[0];
  };

  return {
    added,
    stored,
    add(entry) {
      added.push(entry);
      sorted = false;
    },
    move(entry, place) {
      Object.assign(entry, place);
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
