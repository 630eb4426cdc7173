import type { StageCache } from '../ports/stage-cache.ts';

/** The stage cache of a thread that processes messages in order. */
export type LastStageCache = StageCache & {
  /** Clears the cache unless it holds this key. Undefined clears it in any case. */
  keepOnly(key: string | undefined): void;
};

/**
 * Creates a cache of the last object. Another thread may rewrite an object with other settings. The thread calls `keepOnly` for
 * each message, so cached values are never older than the message that is processed next.
 */
export function lastStageCache(): LastStageCache {
  let last: { key: string; values: readonly unknown[] } | undefined;
  return {
    put(key, values) {
      last = { key, values };
    },
    take<T>(key: string) {
      const values = last?.key === key ? (last.values as readonly T[]) : undefined;
      last = undefined;
      return values;
    },
    keepOnly(key) {
      if (last?.key !== key) last = undefined;
    },
  };
}
