import { expect, test } from 'vitest';
import { progressReporter } from '../../../cli/output/progress.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import { testTerminal } from '../test-terminal.ts';

const status = (over: Partial<CrawlStatus>) =>
  ({ pages: 0, hosts: 2, due: 0, seconds: 0, verdicts: {}, reasons: {}, ...over }) as CrawlStatus;

test('a log has a line for news, and one an hour for a crawl that waits', () => {
  const terminal = testTerminal();
  const { show } = progressReporter(terminal);
  for (const pages of [1, 2]) show(status({ pages, seconds: pages }));
  // The speed sinks, and nothing else changes.
  for (let i = 1; i <= 720; i++) show(status({ pages: 2, seconds: 2 + i * 10 }));
  show(status({ pages: 2, seconds: 7_300, reasons: { dns: 1 } }));
  expect(terminal.stderr.map((line) => line.replace(/ · [\d.]+\/s/, ''))).toEqual([
    '1 page · 2 hosts · 0 due',
    '2 pages · 2 hosts · 0 due',
    '2 pages · 2 hosts · 0 due',
    '2 pages · 2 hosts · 0 due',
    '2 pages · 2 hosts · 0 due · dns 1',
  ]);
});
