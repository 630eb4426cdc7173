import { expect, test } from 'vitest';
import { followStatus } from '../../../cli/aws/follow-status.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';

const status = (over: Partial<CrawlStatus>): CrawlStatus => ({
  crawl: 'plants',
  state: 'running',
  pages: 0,
  urls: 0,
  outcomes: {},
  reasons: {},
  verdicts: {},
  links: {},
  records: 0,
  hosts: 1,
  due: 1,
  bestClasses: {},
  waiting: 0,
  bytes: 0,
  seconds: 0,
  cpuSeconds: 0,
  cost: 0,
  ...over,
});

/** Follows a crawl whose status depends on the seconds passed; each request takes `takesMs`. */
async function watched(tell: (second: number) => Partial<CrawlStatus>, takesMs = 100) {
  let now = 0;
  let polls = 0;
  const { end } = await followStatus({
    async fetchStatus() {
      polls++;
      now += takesMs;
      return status(tell(now / 1_000));
    },
    show: () => undefined,
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
    quit: new AbortController().signal,
  });
  return { end, seconds: Math.round(now / 1_000), polls };
}

test('an idle crawl ends after pending work has brought nothing new', async () => {
  // The first page is fetched after a minute, its links are enqueued a minute later, and their page follows after
  // another.
  const outcome = await watched((second) => {
    if (second < 60) return {};
    if (second < 120) return { state: 'done', pages: 1, due: 0 };
    return second < 180 ? { pages: 1 } : { state: 'done', pages: 2, due: 0 };
  });
  expect(outcome.end).toBe('idle');
  expect(outcome.seconds).toBeGreaterThanOrEqual(300);
  expect(outcome.seconds).toBeLessThan(315);
});

test.each(['paused', 'stopped'] as const)('ends at once if the crawl is %s', async (state) => {
  expect(await watched(() => ({ state }))).toMatchObject({ end: state, polls: 1 });
});

test('ends at a limit after pending work has brought nothing new, although the state is running', async () => {
  const { end, seconds } = await watched((second) => ({ limit: 'requests', pages: Math.min(second, 60) }));
  expect(end).toBe('limit');
  expect(seconds).toBeGreaterThanOrEqual(180);
  expect(seconds).toBeLessThan(190);
});

test('reports a limit even while all due hosts are resting', async () => {
  expect(await watched(() => ({ state: 'incomplete', due: 0, limit: 'pages' }))).toMatchObject({ end: 'limit' });
});

test('ends if a running crawl makes no progress for long, and reports it as an end of its own', async () => {
  const { end, seconds } = await watched(() => ({ pages: 3 }));
  expect(end).toBe('quiet');
  expect(seconds).toBeGreaterThanOrEqual(900);
});

test('polls slowly if a status takes seconds', async () => {
  const { polls, seconds } = await watched((second) => (second < 600 ? { pages: second } : { state: 'paused' }), 3_000);
  expect(seconds / polls).toBeGreaterThan(50);
});

test('ends two minutes after the last progress while hosts rest for long', async () => {
  const { end, seconds } = await watched(() => ({ state: 'incomplete', due: 0, waiting: 3 }));
  expect(end).toBe('idle');
  expect(seconds).toBeGreaterThanOrEqual(120);
  expect(seconds).toBeLessThan(130);
});

test('ends when the user quits', async () => {
  const left = new AbortController();
  const { end } = await followStatus({
    fetchStatus: async () => status({}),
    show: () => undefined,
    now: () => 0,
    sleep: async () => left.abort(),
    quit: left.signal,
  });
  expect(end).toBe('left');
});

test('waits until the hosts are counted again, but not for ever', async () => {
  const done = { state: 'done', due: 0, countedAt: '2026-01-01T00:00:00.000Z' } as const;
  const { end, seconds } = await watched((second) => (second < 300 ? { ...done, outdated: true } : done));
  expect(end).toBe('idle');
  expect(seconds).toBeGreaterThanOrEqual(300);
  expect(seconds).toBeLessThan(310);
  expect((await watched(() => ({ ...done, limit: 'pages', outdated: true }))).seconds).toBeGreaterThanOrEqual(900);
});
