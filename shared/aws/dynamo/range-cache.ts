import type { Objects } from '../../ports/objects.ts';

/** Length of the beginning of an object that is kept. An object with the offers of a call is rarely longer. Bytes. */
const KEPT_BYTES = 4 << 20;

/** Number of reads after which an object that none of them needed may give way to another. */
const IDLE_READS = 500;

/** Maximum number of objects that are remembered as read once. */
const MAX_READ_ONCE = 4_096;

type Kept = {
  reading: Promise<Uint8Array | undefined>;
  /** Number of bytes kept; `KEPT_BYTES` while they are being read. */
  bytes: number;
  isReading: boolean;
  usedAt: number;
};

/**
 * Returns a `get` for many short ranges of the same immutable objects, such as the offers of one call for the hosts that a
 * process visits. The first read of an object reads its range, the second its first 4 MB, which serve further reads: a request
 * is billed, its length is not. Without room for an object in use, its ranges are read.
 *
 * @param maxBytes maximum number of bytes in memory, with those that are being read
 */
export function rangeCache(get: Objects['get'], maxBytes: number): Objects['get'] {
  const readOnce = new Set<string>();
  const kept = new Map<string, Kept>();
  let bytes = 0;
  let reads = 0;

  const drop = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
    readOnce.delete(key);
  };

  const hasRoom = (): boolean => {
    for (const [key, { isReading, usedAt }] of kept) {
      if (bytes + KEPT_BYTES <= maxBytes) break;
      if (!isReading && reads - usedAt >= IDLE_READS) drop(key);
    }
    return bytes + KEPT_BYTES <= maxBytes;
  };

  const keep = (key: string): Kept => {
    const reading = get(key, { offset: 0, length: KEPT_BYTES });
    const entry: Kept = { reading, bytes: KEPT_BYTES, isReading: true, usedAt: reads };
    kept.set(key, entry);
    bytes += KEPT_BYTES;
    const settle = (found: Uint8Array | undefined) => {
      if (!found) return drop(key);
      entry.isReading = false;
      bytes += found.length - entry.bytes;
      entry.bytes = found.length;
    };
    reading.then(settle, () => drop(key));
    return entry;
  };

  return async (key, range) => {
    if (!range) return get(key);
    reads++;
    let entry = kept.get(key);
    if (!entry && readOnce.has(key) && hasRoom()) entry = keep(key);
    if (!entry) {
      if (readOnce.size >= MAX_READ_ONCE) readOnce.clear();
      readOnce.add(key);
      return get(key, range);
    }
    entry.usedAt = reads;
    const start = await entry.reading;
    const end = range.offset + range.length;
    if (start && end > start.length && start.length === KEPT_BYTES) return get(key, range);
    // A copy: a view would keep all of it in memory.
    return start && new Uint8Array(start.subarray(range.offset, end));
  };
}
