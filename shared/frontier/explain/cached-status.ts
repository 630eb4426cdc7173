import type { Clock } from '../../ports/clock.ts';

/** A status is kept for this many times the time that it took to read, so that reading takes at most a twentieth of all time. */
const KEPT_PER_READING = 20;

/** Maximum number of crawls whose status is kept. */
const MAX_CRAWLS = 100;

/**
 * Limits what repeated looks at a crawl cost. Without stored sums (`count-heads.ts`) a reading reads every host of the crawl: a tenth of a second at
 * some thousand hosts, seconds at 100,000. Looks at the same time share one reading.
 *
 * @param read reads the status of a crawl. A rejection reaches all who wait for it and is not kept.
 * @param minKeptMs time for which a status is kept at least. Milliseconds.
 */
export function cachedStatus<Status>(
  read: (crawl: string) => Promise<Status>,
  clock: Pick<Clock, 'now'>,
  minKeptMs = 0,
): (crawl: string) => Promise<Status> {
  const kept = new Map<string, { status: Promise<Status>; until: number }>();
  const readNow = (crawl: string): Promise<Status> => {
    const startedAt = clock.now();
    const entry = { status: read(crawl), until: Number.POSITIVE_INFINITY };
    entry.status.then(
      () => {
        const now = clock.now();
        entry.until = now + Math.max(minKeptMs, KEPT_PER_READING * (now - startedAt));
      },
      () => {
        if (kept.get(crawl) === entry) kept.delete(crawl);
      },
    );
    if (kept.size >= MAX_CRAWLS) kept.delete(kept.keys().next().value!);
    kept.delete(crawl);
    kept.set(crawl, entry);
    return entry.status;
  };
  return (crawl) => {
    const known = kept.get(crawl);
    return known && clock.now() < known.until ? known.status : readNow(crawl);
  };
}
