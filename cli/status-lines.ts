import type { CrawlStatus } from '../shared/frontier/status.ts';
import { count, listed, percent, relevantShare } from './progress.ts';

/** How a crawl stands, for people: a fact a line, in columns. */
export function statusLines(status: CrawlStatus): string[] {
  const share = relevantShare(status.verdicts);
  const rows: [string, string][] = [
    ['crawl', status.crawl],
    ['state', status.state],
    ['pages', `${count(status.pages)}${status.pages > 0 ? `: ${listed(status.outcomes)}` : ''}`],
    ['reasons', listed(status.reasons)],
    ['topic', share === undefined ? '' : `${percent(share)} relevant: ${listed(status.verdicts)}`],
    ['records', count(status.records)],
    ['hosts', `${count(status.hosts)}, ${count(status.due)} due`],
  ];
  return rows.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(8)} ${value}`);
}
