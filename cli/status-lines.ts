import type { CrawlStatus } from '../shared/frontier/status.ts';
import { money } from '../shared/meter/bill.ts';
import { count, listed, percent, recordsText, relevantShare } from './progress.ts';

/** How a crawl stands, for people: a fact a line, in columns. */
export function statusLines(status: CrawlStatus): string[] {
  const share = relevantShare(status.verdicts);
  const rows: [string, string][] = [
    ['crawl', status.crawl],
    ['state', status.state],
    ['pages', `${count(status.pages)}${status.pages > 0 ? `: ${listed(status.outcomes)}` : ''}`],
    ['reasons', listed(status.reasons)],
    ['topic', share === undefined ? '' : `${percent(share)} relevant: ${listed(status.verdicts)}`],
    ['records', recordsText(status)],
    // On one machine nothing is paid for.
    ['money', status.cost > 0 ? money(status.cost) : ''],
    ['hosts', `${count(status.hosts)}, ${count(status.due)} due`],
  ];
  return rows.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(8)} ${value}`);
}
