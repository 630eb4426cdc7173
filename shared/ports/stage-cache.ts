/** The lines of an object, read at most once. */
export type StoredLines = { read<T>(): Iterable<T> };

/**
 * Passes the values of a just-written object to the next stage of the same process, which then need not read and parse the
 * object. The object is stored all the same, and a stage that misses the cache reads it.
 * On one machine: `local/last-stage-cache.ts`; Lambda functions have none, because each stage runs in its own process.
 */
export interface StageCache {
  /** @param lines lines of the object. The caller must not change them afterwards. */
  put(key: string, lines: StoredLines): void;
  /** Removes and returns the values of an object; undefined if it must be read. */
  take<T>(key: string): Iterable<T> | undefined;
}
