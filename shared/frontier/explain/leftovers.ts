import type { Reason } from '../../url/reason.ts';
import type { CrawlStatus } from './status.ts';

/** Parts of a status that show what a crawl has not done. */
export type Leftovers = Pick<CrawlStatus, 'resting' | 'waiting' | 'deadLetters'>;

/** Whether a crawl has left something: hosts at rest, URLs that wait, or objects that a stage could not process. */
export function hasLeftovers({ resting, waiting, deadLetters = 0 }: Leftovers): boolean {
  return resting !== undefined || waiting > 0 || deadLetters > 0;
}

/**
 * Whether a crawl reached none of its hosts: no server responded, none sent its robots.txt, or each sent checks for browsers instead of pages.
 * Any other HTTP response is an outcome; a crawl without one is an error.
 */
export function isEveryHostUnreachable({ urls, reasons }: Pick<CrawlStatus, 'urls' | 'reasons'>): boolean {
  return urls > 0 && UNREACHABLE.reduce((sum, reason) => sum + (reasons[reason] ?? 0), 0) === urls;
}

/**
 * Whether all URLs of a host failed without an HTTP response or with a check for browsers, or wait for its robots.txt. False for a host that was
 * never visited.
 */
export function isSilent(counts: Record<string, number>): boolean {
  const names = Object.keys(counts).filter((name) => counts[name]! > 0);
  return names.length > 0 && names.every((name) => UNREACHABLE.some((reason) => name.endsWith(`.${reason}`)));
}

const UNREACHABLE: readonly Reason[] = ['dns', 'connect', 'tls', 'timeout', 'robots-unreachable', 'bot-check'];
