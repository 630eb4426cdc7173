import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { crawlMetrics } from '../../../web/metrics/crawl-metrics.ts';
import { aStatus, aWorld } from '../fixtures.ts';

test('lists the counts of all crawls, with their types and labels', async () => {
  const { ports } = aWorld({});
  const app = createApp({
    ...ports,
    crawls: async () => ['plants', 'bogs', 'left'],
    status: async (crawl) => (crawl === 'left' ? undefined : aStatus({ crawl, pages: crawl.length })),
  });
  const response = await app.request('/metrics');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expect(text).toContain(
    '# HELP thresher_pages_total Pages fetched.\n# TYPE thresher_pages_total counter\nthresher_pages_total{crawl="plants"} 6\nthresher_pages_total{crawl="bogs"} 4\n# HELP',
  );
  expect(text).toContain('\nthresher_verdicts_total{crawl="plants",verdict="relevant"} 700\n');
  expect(text.match(/^thresher_crawl_state\{crawl="bogs",state="\w+"\} 1$/gm)).toHaveLength(1);
  expect(text).not.toContain('left"');
});

test('every line is a sample or a comment, and a metric has its comments once', () => {
  const text = crawlMetrics([aStatus({ crawl: 'a' }), aStatus({ crawl: 'b' })]);
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(
      /^(?:# (?:HELP|TYPE) thresher_[a-z_]+ .+|thresher_[a-z_]+\{crawl="[ab]"(?:,[a-z]+="[^"\\]+")?\} \d+(?:\.\d+)?)$/,
    );
  const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(types).size).toBe(types.length);
});

test('numbers that may fall are gauges, and only counters end in _total', () => {
  const status = aStatus({ outcomes: { fetched: 2, gone: 1 }, reasons: { 'not-found': 1 } });
  const text = crawlMetrics([status]);
  expect(text).toContain('# TYPE thresher_urls gauge\nthresher_urls{crawl="garden",outcome="fetched"} 2\n');
  expect(text).toContain('# TYPE thresher_url_reasons gauge\n');
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  expect(types.length).toBeGreaterThan(10);
  for (const [, name = '', type] of types) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
});

test('tells a crawl that no process works on, and hosts that do not answer', () => {
  const text = crawlMetrics([
    aStatus({ crawl: 'left', unattended: true, silent: { hosts: 2, named: ['a.test', 'b.test'] } }),
    aStatus({ crawl: 'runs' }),
  ]);
  expect(text).toContain('\nthresher_crawl_unattended{crawl="left"} 1\nthresher_crawl_unattended{crawl="runs"} 0\n');
  expect(text).toContain('\nthresher_hosts_silent{crawl="left"} 2\nthresher_hosts_silent{crawl="runs"} 0\n');
});

test('names the limit that ended a crawl, and those that refused links', () => {
  const text = crawlMetrics([
    aStatus({ crawl: 'ended', limit: 'bytes' }),
    aStatus({ crawl: 'deep', limitedLinks: { 'limits.maxDepth': 7 } }),
  ]);
  const ones = [...text.matchAll(/^thresher_crawl_limit\{(.*)\} 1$/gm)].map(([, labels]) => labels);
  expect(ones).toEqual(['crawl="ended",limit="bytes"']);
  expect(text).toContain('\nthresher_crawl_limit{crawl="deep",limit="pages"} 0\n');
  expect(text).toContain('\nthresher_links_limited_total{crawl="deep",limit="limits.maxDepth"} 7\n');
});

test('tells the space on the disk, if it is known', () => {
  const text = crawlMetrics([aStatus({ crawl: 'here', disk: { freeBytes: 7_000 } }), aStatus({ crawl: 'away' })]);
  expect(text).toMatch(/^thresher_disk_free_bytes\{crawl="here"\} 7000$/m);
  expect(text).not.toContain('thresher_disk_free_bytes{crawl="away"}');
});

test('leaves out what is unknown, and escapes labels', () => {
  const text = crawlMetrics([aStatus({ records: null, links: { 'a"b\\c\nd': 2 } })]);
  expect(text).not.toContain('thresher_records');
  expect(text).toContain(',decision="a\\"b\\\\c\\nd"} 2\n');
  expect(crawlMetrics([])).toBe('');
});
