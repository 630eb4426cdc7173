import { expect, test } from 'vitest';
import { stackPlace } from '../../../cli/aws/follow-crawl.ts';
import { formatBytes, formatCounts, progressLine } from '../../../cli/output/progress.ts';
import { folderPlace } from '../../../cli/output/quote-for-shell.ts';
import { statusLines } from '../../../cli/output/status-lines.ts';
import { searchCommandLine, summaryLines } from '../../../cli/output/summary.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';

const PLACE = folderPlace('data', 'plants');
const STACK = stackPlace({ stack: 'Plants', region: 'eu-north-1' }, 'plants');

const status: CrawlStatus = {
  crawl: 'plants',
  state: 'done',
  pages: 1200,
  urls: 1250,
  outcomes: { fetched: 1000, gone: 150, refused: 50 },
  reasons: { 'not-found': 150, robots: 50 },
  verdicts: { relevant: 400, 'off-topic': 600 },
  links: { offered: 9000, scope: 12 },
  records: 390,
  hosts: 40,
  due: 3,
  bestClasses: {},
  waiting: 0,
  bytes: 27_500_000,
  seconds: 60,
  cpuSeconds: 4.8,
  cost: 0,
};

test('the progress line shows pages, speed, hosts, due URLs, the relevant share and reasons', () => {
  expect(progressLine(status, { ...status, pages: 1100, seconds: 50 })).toBe(
    '1,200 pages · 10.0/s · 40 hosts · 3 due · 40 % relevant · not-found 150 robots 50',
  );
});

test('the verdicts of pages that were fetched several times count at each visit, and the status says so', () => {
  const again = { ...status, verdicts: { relevant: 800, 'off-topic': 1200 } };
  expect(statusLines(again, PLACE)).toContain(
    'topic    40 % relevant: off-topic 1,200, relevant 800 (pages count at each visit)',
  );
  expect(statusLines(status, PLACE)).toContain('topic    40 % relevant: off-topic 600, relevant 400');
});

test('a crawl without topic filters has no share of relevant pages', () => {
  const all = { ...status, hasTopic: false, verdicts: { relevant: 390, 'leads-on': 10 } };
  expect(progressLine(all)).not.toContain('relevant');
  expect(statusLines(all, PLACE)).toContain('topic    none: relevant 390, leads-on 10');
  expect(summaryLines(all, 'done', { dir: 'data', search: '' })).toContain(
    '  topic          none: relevant 390, leads-on 10',
  );
});

test('the summary of a crawl that kept no page names the commands that tell why', () => {
  const place = { dir: 'data', search: '' };
  const next = (changes: Partial<CrawlStatus>) =>
    summaryLines({ ...status, ...changes }, 'done', place).find((line) => line.startsWith('  next'));
  expect(next({ records: 0, verdicts: { 'off-topic': 38 } })).toBe(
    '  next           no page was kept; npx thresher explain URL --dir data --name plants tells why, and npx thresher borderline --dir data --name plants lists the pages closest to the topic',
  );
  expect(next({ records: 0, hasTopic: false, verdicts: { 'leads-on': 11 } })).toMatch(/tells why$/);
  expect(next({ records: 0, verdicts: {} })).toBeUndefined();
  expect(next({ records: null })).toBeUndefined();
  expect(next({})).toBeUndefined();
});

test('the summary shows all counts and a search command', () => {
  const lines = summaryLines(status, 'done', { dir: 'data', search: 'npx thresher search x' }).join('\n');
  for (const part of [
    'Crawl plants: done.',
    '1,200 of 40 hosts',
    '1,250: fetched 1,000, gone 150, refused 50',
    'not-found 150, robots 50',
    '40 % relevant: off-topic 600, relevant 400',
    'scope 12',
    '60.0 s, 20.0 pages/s, 4.0 ms of CPU per page',
    '27.5 MB',
    '390',
    'raw/plants',
    'npx thresher search x',
  ])
    expect(lines).toContain(part);
  expect(lines).not.toContain('offered');
});

test('summary and status show waiting URLs and resting hosts', () => {
  const resting = { hosts: 2, next: '2026-01-01T10:00:00.000Z', until: '2026-01-01T12:00:00.000Z' };
  const rests = { ...status, waiting: 1_500, resting };
  const summary = summaryLines(rests, 'done', { dir: 'data', search: '' }).join('\n');
  for (const text of [summary, statusLines(rests, PLACE).join('\n')]) {
    expect(text).toMatch(/resting +2 hosts .*the first until 2026-01-01T10:00:00\.000Z, the last until 2026-01-01T12/);
    expect(text).toMatch(/waiting +1,500 URLs/);
  }
  expect(statusLines(status, PLACE).join('\n')).not.toMatch(/resting|waiting/);
});

test('the status of a crawl that goes on says since when the first host is due', () => {
  const hosts = (change: Partial<CrawlStatus>) =>
    statusLines({ ...status, due: 2, dueSince: '2026-01-01T10:00:00.000Z', ...change }, PLACE).find((line) =>
      line.startsWith('hosts'),
    );
  expect(hosts({ state: 'running' })).toMatch(/2 due, the first since 2026-01-01T10:00:00\.000Z$/);
  expect(hosts({ state: 'paused' })).toMatch(/2 due$/);
  expect(hosts({ state: 'running', unattended: true })).toMatch(/2 due$/);
});

test('summary and status name hosts that do not answer', () => {
  const silent = { hosts: 7, named: ['a.test', 'b.test'] };
  const text =
    'silent +7 hosts do not answer: a\\.test, b\\.test and 5 more; see npx thresher frontier list --new --dir data --name plants, or';
  expect(summaryLines({ ...status, silent }, 'done', { dir: 'data', search: '' }).join('\n')).toMatch(new RegExp(text));
  expect(statusLines({ ...status, silent }, PLACE).join('\n')).toMatch(new RegExp(text));
});

test('summary and status say that silent hosts may have sent checks for browsers', () => {
  const checked = { ...status, reasons: { 'bot-check': 3 }, silent: { hosts: 1, named: ['a.test'] } };
  const text = /silent +1 host does not answer, or sends checks for browsers instead of pages: a\.test; see/;
  expect(summaryLines(checked, 'done', { dir: 'data', search: '' }).join('\n')).toMatch(text);
  expect(statusLines(checked, PLACE).join('\n')).toMatch(text);
});

test.each<[records: number, outcomes: Record<string, number>, relevant: number, hasHint: boolean]>([
  [24, { fetched: 4_000, unchanged: 98 }, 4_092, true],
  [24, { fetched: 900 }, 900, false],
  [24, { fetched: 4_000 }, 30, false],
  [24, { fetched: 100 }, 4_000, false],
  [410, { fetched: 4_098 }, 4_092, false],
])('%i records of %j, of which %i are relevant: few for their pages %s', (records, outcomes, relevant, hasHint) => {
  const lines = statusLines({ ...status, records, outcomes, verdicts: { relevant } }, PLACE).join('\n');
  expect(/records +24, few for .*; npx thresher duplicates --dir data --name plants counts/.test(lines)).toBe(hasHint);
});

test('lines name commands with the options of this crawl', () => {
  const full = {
    ...status,
    deadLetters: 2,
    silent: { hosts: 1, named: ['a.test'] },
    records: 1,
    outcomes: { fetched: 2_000 },
    verdicts: { relevant: 2_000 },
  };
  expect(statusLines(full, PLACE).join('\n')).toContain('see npx thresher dlq --dir data');
  const ofStack = statusLines(full, STACK).join('\n');
  expect(ofStack).toContain('npx thresher dlq --target aws --stack Plants --region eu-north-1');
  expect(ofStack).toContain(
    'npx thresher frontier list --new --target aws --stack Plants --region eu-north-1 --name plants',
  );
  // No command for stacks.
  expect(ofStack).toMatch(/few for 2,000 relevant pages$/m);
  for (const end of ['paused', 'stopped'] as const)
    expect(summaryLines(status, end, { dir: 'my data', search: '' })[0]).toBe(
      `Crawl plants: ${end}; npx thresher resume --dir 'my data' --name plants reopens it.`,
    );
});

test('quotes the search command for the shell', () => {
  expect(searchCommandLine("venus' fly", '.thresher', 'plants')).toBe(
    `npx thresher search 'venus'\\'' fly' --dir .thresher --name plants`,
  );
});

test('sorts counts with the most frequent first', () =>
  expect(formatCounts({ a: 1, b: 3, c: 0, d: 2 }, 2)).toBe('b 3, d 2'));

test.each([
  [999, '999 B'],
  [1500, '1.5 KB'],
  [27_500_000, '27.5 MB'],
])('formats %i bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test('prints when the hosts of a large crawl were counted', () => {
  const counted = { ...status, countedAt: '2026-01-02T03:04:05.000Z' };
  expect(statusLines(counted, PLACE).join('\n')).toContain('3 due; counted 2026-01-02T03:04:05.000Z');
  expect(statusLines({ ...counted, outdated: true }, PLACE).join('\n')).toContain('05.000Z, before the last changes');
});
