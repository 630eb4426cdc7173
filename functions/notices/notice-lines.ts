import type { NoticeEvent } from '../../shared/alerts/notice.ts';
import { formatLeftovers, formatLimit, formatUnreachable } from '../../shared/frontier/explain/format-leftovers.ts';
import { hasLeftovers } from '../../shared/frontier/explain/leftovers.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { formatUsd } from '../../shared/meter/bill.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';

/** A stack, for the commands that a notice names. */
export type NoticeStack = { stack: string; region: string };

/**
 * Says what has happened to a crawl of a stack, and what to do: the text of its notice, then the details.
 *
 * @param quietMs time without a change
 */
export function noticeLines(event: NoticeEvent, status: CrawlStatus, quietMs: number, place: NoticeStack): string[] {
  const { crawl, pages, urls, hosts, due, resting, processing = 0, deadLetters = 0, cost } = status;
  const store = `--target aws --stack ${place.stack} --region ${place.region}`;
  const rows: [string, string][] = [
    ['pages', formatCount(pages)],
    ['URLs', `${formatCount(urls)} done, ${formatCount(status.waiting)} waiting`],
    [
      'hosts',
      `${formatCount(hosts)}, ${formatCount(due)} due${resting ? `, ${formatCount(resting.hosts)} resting until ${resting.until}` : ''}`,
    ],
    ['stages', processing > 0 ? `${formatNoun(processing, 'object')} to process, of this crawl or of others` : ''],
    ['dlq', deadLetters > 0 ? `${formatNoun(deadLetters, 'object')} of all crawls; see npx thresher dlq ${store}` : ''],
    ['cost', `${formatUsd(cost)} so far`],
    ['status', `npx thresher status ${store} --name ${crawl}`],
  ];
  return [
    `Crawl ${crawl}: ${headline(event, status, Math.floor(quietMs / 60_000))}.`,
    ...rows.filter(([, value]) => value !== '').map(([name, value]) => `  ${name.padEnd(8)} ${value}`),
    ...adviceOn(event, store),
  ];
}

function headline(event: NoticeEvent, status: CrawlStatus, minutes: number): string {
  const { limit, due, processing = 0, unansweredQueues = 0 } = status;
  if (event === 'limit' && limit !== undefined)
    return `ended at its limit of ${formatLimit(limit)}, with pages still to fetch`;
  if (event === 'stalled')
    return `stalled, ${formatNoun(due, 'host')} due and no page for ${formatNoun(minutes, 'minute')}`;
  if (event === 'done') return 'done, nothing is left to fetch';
  if (hasLeftovers(status)) return `nothing more to fetch now, but not done: ${formatLeftovers(status)}`;
  const time = formatNoun(minutes, 'minute');
  if (processing > 0)
    return `nothing more to fetch, but for ${time} stages have had ${formatNoun(processing, 'object')} to process, of this crawl or of others`;
  if (unansweredQueues > 0) return `nothing more to fetch, but for ${time} queues of stages have not answered`;
  return formatUnreachable(status);
}

function adviceOn(event: NoticeEvent, store: string): string[] {
  if (event === 'limit')
    return [`To go on, raise the limit in the crawl.yaml and run: npx thresher crawl crawl.yaml ${store}`];
  if (event === 'stalled')
    return ['The alarms and the newest errors on the dashboard of the stack (its output Dashboard) show the cause.'];
  return event === 'incomplete' ? ['The crawl continues by itself when its hosts are due again.'] : [];
}
