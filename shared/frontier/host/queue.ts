import { type BundleCursor, openBundleCursor } from './bundle-cursor.ts';
import type { BundleReader } from './bundle-reader.ts';
import { compareQueueEntries, decodeQueueEntry, type QueueEntry, type QueueRow } from './entry.ts';
import type { BundleRef } from './manifest.ts';

/** The URLs of a host that wait for their first fetch: those that lie in bundles, and those of this visit. */
export type UrlQueue = {
  add(entry: QueueEntry): void;
  /** One of this visit gets another place. */
  move(entry: QueueEntry, place: Pick<QueueEntry, 'class' | 'score'>): void;
  /** The best, still in its place, with what takes it out. @param isVoid whether to pass over it for good. */
  peek(isVoid?: (entry: QueueEntry) => boolean): Promise<{ entry: QueueEntry; take: () => void } | undefined>;
  /** Those of this visit that still wait. */
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
    async peek(isVoid = () => false) {
      for (;;) {
        const found = await bestOf(stored, firstAdded());
        if (!found) return undefined;
        const { entry, from } = found;
        const take = () => void (from ? from.pop() : added.shift());
        if (!isVoid(entry)) return { entry, take };
        take();
      }
    },
  };
}

/** Only pieces at cursors of bundles of the best class are read. @param first the best that lies in no bundle. */
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
    let unsure = false;
    for (const from of left.filter((one) => classOf(one) === best)) {
      const entry = await from.peek();
      if (!entry) left.splice(left.indexOf(from), 1);
      if (entry?.class === best) found.push({ entry, from });
      else unsure = true;
    }
    found.sort((a, b) => compareQueueEntries(a.entry, b.entry));
    if (found[0]) return found[0];
    if (!unsure) return undefined;
  }
}
