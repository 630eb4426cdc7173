import { describe, expect, test } from 'vitest';
import { type CrawlWatch, watchCrawl } from '../../../functions/notices/watch-crawl.ts';
import type { NoticeEvent } from '../../../shared/alerts/notice.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const STATUS: CrawlStatus = {
  crawl: 'bog',
  state: 'running',
  pages: 10,
  urls: 12,
  outcomes: { fetched: 10, gone: 2 },
  reasons: {},
  verdicts: {},
  links: {},
  records: null,
  hosts: 3,
  due: 0,
  bestClasses: {},
  waiting: 0,
  bytes: 0,
  seconds: 0,
  cpuSeconds: 0,
  cost: 0,
};
const resting = { hosts: 1, next: '2026-11-01T00:00:00Z', until: '2026-11-01T00:00:00Z' };

/** Looks every five minutes, except for those that are `missed`. @returns the event of each look */
function eventsOf(looks: (Partial<CrawlStatus> | 'missed')[]): (NoticeEvent | undefined)[] {
  let watch: CrawlWatch | undefined;
  return looks.map((look, i) => {
    if (look === 'missed') return undefined;
    const seen = watchCrawl(watch, { ...STATUS, ...look }, i * 5 * MINUTE, HOUR);
    // As it is stored.
    watch = seen && (JSON.parse(JSON.stringify(seen.watch)) as CrawlWatch);
    return seen?.event;
  });
}
const times = <Look extends Partial<CrawlStatus> | 'missed'>(n: number, look: Look) =>
  Array.from({ length: n }, () => look);
/** Events with the numbers of their looks, from 0. */
const found = (looks: (Partial<CrawlStatus> | 'missed')[]) =>
  eventsOf(looks).flatMap((event, i) => (event ? [[i, event]] : []));

describe('a crawl that does not change', () => {
  test.each<[string, Partial<CrawlStatus>, [number, NoticeEvent][]]>([
    ['is done', { state: 'done' }, [[1, 'done']]],
    ['is incomplete with a host at rest', { state: 'incomplete', resting }, [[1, 'incomplete']]],
    ['is incomplete if no host answered', { state: 'done', urls: 2, reasons: { dns: 2 } }, [[1, 'incomplete']]],
    ['is incomplete with checks only', { state: 'done', urls: 2, reasons: { 'bot-check': 2 } }, [[1, 'incomplete']]],
    ['is at its limit, although hosts are due', { due: 2, limit: 'usd' }, [[1, 'limit']]],
    ['has stalled after an hour with due hosts', { due: 2 }, [[12, 'stalled']]],
    ['is incomplete after an hour in which stages keep their objects', { processing: 4 }, [[12, 'incomplete']]],
    ['is incomplete if a queue does not answer for an hour', { unansweredQueues: 1 }, [[12, 'incomplete']]],
    ['has no end if a host is due soon', {}, []],
    ['has ended later if its hosts are not counted yet', { state: 'done', outdated: true }, [[3, 'done']]],
    ['has no event while it is paused', { state: 'paused', limit: 'pages' }, []],
  ])('%s', (_what, look, events) => {
    expect(found(times(30, look))).toEqual(events);
  });
});

test('finds no end of a crawl that makes progress', () => {
  expect(found([1, 2, 3, 4].map((urls) => ({ state: 'done', urls })))).toEqual([]);
});

test('finds no standstill while pages come, nor in an hour with pauses between due hosts', () => {
  expect(found(times(40, { due: 3 }).map((look, i) => ({ ...look, pages: i })))).toEqual([]);
  expect(found(times(40, {}).map((_, i) => (i % 8 === 0 ? {} : { due: 1 })))).toEqual([]);
});

test('finds each event once until a page is fetched, also if hosts that rest become due again and fail', () => {
  const rests = { state: 'incomplete' as const, resting };
  expect(found([...times(3, rests), { due: 1 }, ...times(3, rests), { due: 1 }, ...times(3, rests)])).toEqual([
    [1, 'incomplete'],
  ]);
  expect(found([...times(3, rests), { pages: 11 }, ...times(3, { ...rests, pages: 11 })])).toEqual([
    [1, 'incomplete'],
    [4, 'incomplete'],
  ]);
});

test('finds the end that follows another event without a new page', () => {
  const letters = { state: 'incomplete' as const, deadLetters: 1 };
  expect(found([...times(3, letters), ...times(3, { state: 'done' })])).toEqual([
    [1, 'incomplete'],
    [3, 'done'],
  ]);
});

test('finds no standstill when a limit is raised that has stopped the crawl for longer', () => {
  expect(found([...times(30, { due: 2, limit: 'pages' }), ...times(12, { due: 2 })])).toEqual([[1, 'limit']]);
});

test.each<[string, Partial<CrawlStatus>, NoticeEvent]>([
  ['hosts are due', { due: 2 }, 'stalled'],
  ['stages have objects', { processing: 4 }, 'incomplete'],
])('begins anew after some time without looks, as of a stopped crawl, if %s', (_what, look, event) => {
  const looks = [...times(3, look), ...times(30, 'missed' as const), ...times(13, look)];
  expect(found(looks)).toEqual([[45, event]]);
  // A call of the schedule may be late.
  expect(found([...times(3, look), ...times(2, 'missed' as const), ...times(9, look)])).toEqual([[12, event]]);
});

test('finds a standstill while requests fail or are refused, and an end once although hosts that rest are tried again', () => {
  const fails = (i: number) => ({ pages: 10 + i, unfetchedPages: i });
  expect(found(times(14, { due: 3 }).map((look, i) => ({ ...look, ...fails(i) })))).toEqual([[12, 'stalled']]);
  const rests = { state: 'incomplete' as const, resting };
  expect(found([0, 0, 1, 1, 2, 2].map((i) => ({ ...rests, ...fails(i) })))).toEqual([[1, 'incomplete']]);
});

test('waits for stages while the number of their objects changes, because another crawl may be busy', () => {
  expect(found(times(40, {}).map((_, i) => ({ processing: 1 + (i % 3) })))).toEqual([]);
  const done = { state: 'done' as const };
  expect(found([...times(30, done), ...times(11, { processing: 4 })])).toEqual([[1, 'done']]);
});

test('begins anew after a pause', () => {
  expect(found([...times(3, { state: 'done' }), { state: 'paused' }, ...times(3, { state: 'done' })])).toEqual([
    [1, 'done'],
    [5, 'done'],
  ]);
});
