import type { StageCache, StoredLines } from '../ports/stage-cache.ts';

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
  let last: { key: string; lines: StoredLines } | undefined;
  return {
    put(key, lines) {
      last = { key, lines };
    },
    take<T>(key: string) {
      const lines = last?.key === key ? last.lines : undefined;
      last = undefined;
      return lines?.read<T>();
    },
    keepOnly(key) {
      if (last?.key !== key) last = undefined;
    },
  };
}
