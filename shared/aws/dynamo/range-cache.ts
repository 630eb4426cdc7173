import type { Objects } from '../../ports/objects.ts';

/** Length of the beginning of an object that is kept. An object with the offers of a call is rarely longer. Bytes. */
const KEPT_BYTES = 4 << 20;

/** Maximum number of objects that are remembered as read once. */
const MAX_READ_ONCE = 4_096;

/**
 * Returns a `get` for many short ranges of the same immutable objects, such as the offers of one call for the hosts that a
 * process visits. The first read of an object reads its range, the second its first 4 MB, which serve further reads: a request
 * is billed, its length is not.
 *
 * @param maxBytes maximum total length of what is kept. The least recently used is dropped first.
 */
export function rangeCache(get: Objects['get'], maxBytes: number): Objects['get'] {
  const readOnce = new Set<string>();
  const kept = new Map<string, Promise<Uint8Array | undefined>>();
  const lengths = new Map<string, number>();
  let bytes = 0;

  const drop = (key: string) => {
    kept.delete(key);
    bytes -= lengths.get(key) ?? 0;
    lengths.delete(key);
  };

  const keep = (key: string): Promise<Uint8Array | undefined> => {
    const reading = get(key, { offset: 0, length: KEPT_BYTES });
    kept.set(key, reading);
    reading.then(
      (found) => {
        if (!found) return drop(key);
        lengths.set(key, found.length);
        bytes += found.length;
        for (const oldest of kept.keys()) {
          if (bytes <= maxBytes) break;
          drop(oldest);
        }
      },
      () => drop(key),
    );
    return reading;
  };

  const touch = (key: string): Promise<Uint8Array | undefined> | undefined => {
    const found = kept.get(key);
    if (!found) return undefined;
    kept.delete(key);
    kept.set(key, found);
    return found;
  };

  return async (key, range) => {
    if (!range) return get(key);
    if (!kept.has(key) && !readOnce.has(key)) {
      if (readOnce.size >= MAX_READ_ONCE) readOnce.clear();
      readOnce.add(key);
      return get(key, range);
    }
    const start = await (touch(key) ?? keep(key));
    const end = range.offset + range.length;
    if (!start || end <= start.length || start.length < KEPT_BYTES) return start?.subarray(range.offset, end);
    return get(key, range);
  };
}
