import { objectOpenedAt } from '../../shared/classify/review/object-time.ts';
import type { Stores } from './wiring.ts';

/**
 * Holds up the visits of a crawl that learns while too many fetched pages are unjudged. Fetching is many times faster than
 * judging: without the gate, a visit would choose most of its pages before it hears of their links.
 */
export type JudgingGate = {
  /** Resolves once few pages are unjudged, or when `signal` is aborted. */
  passed(signal?: AbortSignal): Promise<void>;
  /** Tells that pages were judged. */
  notify(): void;
};

/**
 * @param countUnjudged returns the number of stored objects with unjudged pages
 * @param maxUnjudged number of such objects up to which visits go on
 */
export function createJudgingGate(countUnjudged: () => Promise<number>, maxUnjudged: number): JudgingGate {
  let judged = Promise.withResolvers<void>();
  /** One look at the queue answers all visits that ask at the same time. */
  let looking: Promise<boolean> | undefined;
  const isOpen = () => {
    looking ??= countUnjudged()
      .then((unjudged) => unjudged <= maxUnjudged)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  return {
    async passed(signal) {
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      const abort = () => resolve();
      signal?.addEventListener('abort', abort, { once: true });
      try {
        for (;;) {
          // Before the look, so that no call of `notify` after it is missed.
          const next = judged.promise;
          if (signal?.aborted || (await isOpen())) return;
          await Promise.race([next, aborted]);
        }
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    notify() {
      judged.resolve();
      judged = Promise.withResolvers();
    },
  };
}

/**
 * Returns the number of stored objects with fetched pages that are not cleaned, or not judged.
 *
 * @param crawl counts only those of this crawl; absent: those of all
 */
export async function countUnjudged(
  { captures, documents }: Pick<Stores, 'captures' | 'documents'>,
  crawl?: string,
): Promise<number> {
  const depths = await Promise.all([captures.depth(crawl), documents.depth(crawl)]);
  return depths.reduce((sum, { waiting, inFlight }) => sum + waiting + inFlight, 0);
}

/** The time of a page is taken shortly before its object is opened, whose key has whole seconds. Milliseconds. */
const OPENING_MS = 1_000;

/** Returns the time since which fetched pages of a crawl may not be judged yet, epoch ms; undefined if all are judged. */
export function unjudgedSince({ unjudgedKeys }: Pick<Stores, 'unjudgedKeys'>, crawl: string): number | undefined {
  const times = unjudgedKeys(crawl).flatMap((key) => objectOpenedAt(key) ?? []);
  return times.length > 0 ? Math.min(...times) - OPENING_MS : undefined;
}
