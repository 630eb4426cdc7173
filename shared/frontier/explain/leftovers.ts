import type { CrawlStatus } from './status.ts';

/** Parts of a status that show what a crawl has not done. */
export type Leftovers = Pick<CrawlStatus, 'resting' | 'waiting' | 'deadLetters'>;

/** Whether a crawl has left something: hosts at rest, URLs that wait, or objects that a stage could not process. */
export function hasLeftovers({ resting, waiting, deadLetters = 0 }: Leftovers): boolean {
  return resting !== undefined || waiting > 0 || deadLetters > 0;
}
