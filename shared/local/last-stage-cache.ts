import type { Handed } from '../ports/stage-cache.ts';

/** What a thread that works off one message after another holds between two of them. */
export type LastHanded = Handed & {
  /** Keeps what was given only if it is of that key: a message of another came first, or none. */
  keepOnly(key: string | undefined): void;
};

/**
 * Holds the last object only. An object may be written anew, by another thread and with other settings: what was given before
 * is never older than the message that is worked on next, as `keepOnly` drops it with any other.
 */
export function lastHanded(): LastHanded {
  let last: { key: string; values: readonly unknown[] } | undefined;
  return {
    give(key, values) {
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
