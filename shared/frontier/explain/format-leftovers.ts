import { formatNoun } from '../../text/format-count.ts';
import type { CrawlLimit } from '../dispatch/limit.ts';
import type { Leftovers } from './leftovers.ts';
import type { CrawlStatus } from './status.ts';

/** Formats what a crawl has left. Empty if nothing. */
export function formatLeftovers({ resting, waiting, deadLetters = 0 }: Leftovers): string {
  const parts = [
    resting ? `${formatNoun(resting.hosts, 'host')} resting` : '',
    waiting > 0 ? `${formatNoun(waiting, 'URL')} waiting` : '',
    deadLetters > 0 ? formatNoun(deadLetters, 'dead letter') : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Says that a crawl has fetched nothing because it reached none of its hosts (`isEveryHostUnreachable`). */
export const formatUnreachable = ({ reasons }: Pick<CrawlStatus, 'reasons'>): string =>
  reasons['bot-check']
    ? 'nothing fetched: hosts sent checks for browsers instead of pages, or did not answer'
    : 'nothing fetched: no host answered, or none sent its robots.txt';

const LIMIT_TEXTS: Record<CrawlLimit, string> = {
  pages: 'pages (limits.pages)',
  usd: 'money (budget.usd)',
  requests: 'requests (budget.requests)',
  bytes: 'bytes (budget.bytes)',
  days: 'days (budget.days)',
};

/** Formats a limit with the setting that raises it. */
export const formatLimit = (limit: CrawlLimit): string => LIMIT_TEXTS[limit];

/** Returns the setting of a limit, such as `limits.pages`. */
export const settingOfLimit = (limit: CrawlLimit): string => (limit === 'pages' ? 'limits.pages' : `budget.${limit}`);
