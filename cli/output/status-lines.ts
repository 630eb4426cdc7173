import type { Limit } from '../../shared/frontier/dispatch/limit.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { money, usdFor } from '../../shared/meter/bill.ts';
import { count, listed, percent, recordsText, relevantShare } from './progress.ts';

/** How a crawl stands, for people: a fact a line, in columns. */
export function statusLines(status: CrawlStatus): string[] {
  const share = relevantShare(status.verdicts);
  const rows: [string, string][] = [
    ['crawl', status.crawl],
    ['state', status.limit ? `${status.state}; at its limit of ${limitText(status.limit)}` : status.state],
    ['pages', `${count(status.pages)}${status.pages > 0 ? `: ${listed(status.outcomes)}` : ''}`],
    ['reasons', listed(status.reasons)],
    ['robots', ignoredText(status)],
    ['topic', share === undefined ? '' : `${percent(share)} relevant: ${listed(status.verdicts)}`],
    ['records', recordsText(status)],
    ['money', moneyText(status)],
    ['hosts', `${count(status.hosts)}, ${count(status.due)} due`],
    ['resting', restText(status.resting)],
    ['waiting', status.waiting > 0 ? `${count(status.waiting)} URLs` : ''],
  ];
  return rows.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(8)} ${value}`);
}

/** Empty where robots.txt was obeyed. */
export function ignoredText({ robotsIgnored: n = 0 }: CrawlStatus): string {
  return n === 0 ? '' : `ignored for ${count(n)} ${n === 1 ? 'page' : 'pages'} that it disallows (robots.ignore)`;
}

/** Empty where no host rests. */
export function restText(resting: CrawlStatus['resting']): string {
  if (!resting) return '';
  const { hosts, next, until } = resting;
  if (hosts === 1) return `1 host with URLs to fetch, until ${until}; a later run goes on with it`;
  return `${count(hosts)} hosts with URLs to fetch, the first until ${next}, the last until ${until}; a later run goes on with them`;
}

/** Empty where nothing was paid for, as on one machine. */
function moneyText({ cost, pages, costInAll }: CrawlStatus): string {
  if (cost === 0) return '';
  const million = usdFor(1e6, cost, pages);
  const aPage =
    million === undefined ? '' : `: ${money(million / 1_000)} a thousand pages, ${money(million)} a million`;
  return `${money(cost)} so far${aPage}${costInAll === undefined ? '' : `; ${money(costInAll)} at its limit of pages`}`;
}

const LIMITS: Record<Limit, string> = {
  pages: 'pages (limits.pages)',
  usd: 'money (budget.usd)',
  requests: 'requests (budget.requests)',
  bytes: 'bytes (budget.bytes)',
  days: 'days (budget.days)',
};

/** A limit, and the setting that raises it. */
export const limitText = (limit: Limit): string => LIMITS[limit];
