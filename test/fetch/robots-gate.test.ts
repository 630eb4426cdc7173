import { describe, expect, test } from 'vitest';
import type { HostVisit } from '../../shared/fetch/host-visit.ts';
import { createRobotsGate } from '../../shared/fetch/robots-gate.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import type { RobotsItem } from '../../shared/ports/robots-store.ts';
import type { Url } from '../../shared/url/url.ts';

const NOW = 1_000_000;
const DAY = 86_400_000;
const PAGE = 'http://bog.test/a' as Url;

const KEPT: RobotsItem = {
  origin: 'http://bog.test',
  text: 'User-agent: *\nCrawl-delay: 20\nDisallow: /private/\n',
  readAt: NOW,
  expiresAt: NOW + 60_000,
};

/** A visit whose lock opens at `openAt` with a pause of `pauseMs`; robots.txt is in the store. */
function visitWith(lock: { openAt: number; pauseMs: number }): HostVisit {
  return {
    pacing: {
      lock: { token: 't', until: NOW + 300_000, failures: 0, ...lock },
      openAt: lock.openAt,
      pauseMs: Math.max(lock.pauseMs, 2_000),
    },
    results: {},
    options: { agent: 'thresher', hostPauseMs: 2_000, crawlDelayCapMs: 300_000, answerTimeFactor: 1 },
    totals: { counts: {} },
    ports: { clock: { now: () => NOW }, robots: { get: async () => KEPT } },
  } as unknown as HostVisit;
}

test('keeps the Crawl-delay after a worker that was killed before it stored it', async () => {
  const visit = visitWith({ openAt: NOW + 2_000, pauseMs: 2_000 });
  expect(await createRobotsGate(visit, async () => true)(PAGE)).toEqual({
    kind: 'allowed',
    crawlDelayS: 20,
    preferences: {},
  });
  expect(visit.pacing).toMatchObject({ openAt: NOW + 20_000, pauseMs: 20_000 });
});

test('does not wait twice for a Crawl-delay that the lock already includes', async () => {
  const visit = visitWith({ openAt: NOW - 50, pauseMs: 20_000 });
  await createRobotsGate(visit, async () => true)(PAGE);
  expect(visit.pacing).toMatchObject({ openAt: NOW - 50, pauseMs: 20_000 });
});

test('refuses disallowed URLs without a request', async () => {
  const visit = visitWith({ openAt: NOW, pauseMs: 2_000 });
  visit.options.revisit = fixedRevisitRules(null);
  expect(await createRobotsGate(visit, async () => false)('http://bog.test/private/x' as Url)).toEqual({
    kind: 'refused',
    reason: 'robots',
  });
});

// interval · minimum time after a refusal · when the URL is tried again
test.each([
  [30, undefined, 30],
  [0.5, undefined, 1],
  [0.5, 0.25, 0.5],
  [30, 90, 90],
  [null, 90, 90],
])('tries a refused URL again: interval %s days, minimum %s days', async (days, min, next) => {
  const visit = visitWith({ openAt: NOW, pauseMs: 2_000 });
  const minAfterMs = min === undefined ? {} : { robots: min * DAY };
  visit.options.revisit = { ...fixedRevisitRules(days === null ? null : days * DAY), minAfterMs };
  const permission = await createRobotsGate(visit, async () => false)('http://bog.test/private/x' as Url);
  expect(permission).toEqual({ kind: 'refused', reason: 'robots', next: NOW + next * DAY });
});

// failure of robots.txt · reason of the refusal · whether it is retried
test.each<[NonNullable<RobotsItem['cause']>['reason'], string, boolean]>([
  ['dns', 'dns', true],
  ['connect', 'connect', true],
  ['tls', 'tls', true],
  ['timeout', 'timeout', true],
  ['private-address', 'private-address', false],
  ['bot-check', 'bot-check', true],
  ['server-error', 'robots-unreachable', true],
  ['too-many-requests', 'robots-unreachable', true],
  ['protocol', 'robots-unreachable', true],
])('reports a robots.txt failure by %s as %s', async (reason, expectedReason, isRetried) => {
  const visit = visitWith({ openAt: NOW, pauseMs: 2_000 });
  const silent = { ...KEPT, readAt: 0, unreachableSince: NOW - 10, cause: { reason, detail: '' } };
  visit.ports.robots.get = async () => silent;
  expect(await createRobotsGate(visit, async () => true)(PAGE)).toEqual({
    kind: 'refused',
    reason: expectedReason,
    ...(isRetried ? { next: silent.expiresAt } : {}),
  });
});

test('sends no request outside of Visit-time and closes the host until it begins', async () => {
  const visit = visitWith({ openAt: NOW, pauseMs: 2_000 });
  visit.options.revisit = fixedRevisitRules(null);
  // 1970-01-01 00:16.
  visit.ports.robots.get = async () => ({
    ...KEPT,
    text: 'User-agent: *\nVisit-time: 0600-0845\nDisallow: /private/\n',
  });
  expect(await createRobotsGate(visit, async () => true)(PAGE)).toEqual({ kind: 'no-time' });
  expect(visit.results.closedUntil).toBe(6 * 3_600_000);
  expect(await createRobotsGate(visit, async () => true)('http://bog.test/private/x' as Url)).toMatchObject({
    reason: 'robots',
  });
});

test('applies Request-rate as a pause', async () => {
  const visit = visitWith({ openAt: NOW, pauseMs: 2_000 });
  visit.ports.robots.get = async () => ({ ...KEPT, text: 'User-agent: *\nRequest-rate: 2/1m\n' });
  expect(await createRobotsGate(visit, async () => true)(PAGE)).toEqual({
    kind: 'allowed',
    crawlDelayS: 30,
    preferences: {},
  });
  expect(visit.pacing.pauseMs).toBe(30_000);
});

test.each([
  ['uses the stored file of the other site', false, ['http://bog.test/robots.txt']],
  [
    'requests both if robots.txt is to be read again',
    true,
    ['http://bog.test/robots.txt', 'http://moor.test/robots.txt'],
  ],
])('after a redirect to another site %s', async (_what, rereadsRobots, requested) => {
  const visit = visitWith({ openAt: NOW, pauseMs: 2_000 });
  const urls: string[] = [];
  const answers = (url: string) =>
    url.includes('bog')
      ? { status: 301, headers: [['location', 'http://moor.test/robots.txt']] }
      : { status: 404, headers: [] };
  Object.assign(visit, { rereadsRobots, key: { host: 'bog.test' }, head: { group: 'bog.test' } });
  Object.assign(visit.options, { fetchTimeoutMs: 1_000, skewMs: 0, groupOf: (host: string) => host });
  visit.options.revisit = fixedRevisitRules(null);
  Object.assign(visit.ports, {
    fetcher: {
      fetch: async (url: string) => {
        urls.push(url);
        return { kind: 'response', body: new Uint8Array(0), ...answers(url) };
      },
    },
    robots: {
      get: async (origin: string) => (origin === 'http://moor.test' ? { ...KEPT, origin } : undefined),
      put: async () => undefined,
    },
    locks: {
      acquire: async () => ({ acquired: true, lock: { pauseMs: 2_000, failures: 0 } }),
      release: async () => undefined,
    },
    random: { id: () => 't2' },
  });
  const permission = await createRobotsGate(visit, async () => true)('http://bog.test/private/x' as Url);
  expect(urls).toEqual(requested);
  expect(permission.kind).toBe(rereadsRobots ? 'allowed' : 'refused');
});

describe('a host whose robots.txt is ignored', () => {
  const ignoresRobots = (host: string) => host === 'bog.test';
  const PRIVATE = 'http://bog.test/private/x' as Url;

  function ownVisit(change: Partial<RobotsItem> = {}): HostVisit {
    const visit = visitWith({ openAt: NOW, pauseMs: 2_000 });
    Object.assign(visit.options, { ignoresRobots, revisit: fixedRevisitRules(null) });
    visit.ports.robots.get = async () => ({ ...KEPT, ...change });
    return visit;
  }

  test('allows disallowed URLs with the Crawl-delay and marks them as ignored', async () => {
    const visit = ownVisit();
    const gate = createRobotsGate(visit, async () => true);
    expect(await gate(PRIVATE)).toEqual({ kind: 'allowed', crawlDelayS: 20, preferences: {}, ignored: true });
    expect(await gate(PAGE)).toEqual({ kind: 'allowed', crawlDelayS: 20, preferences: {} });
    expect(visit.pacing.pauseMs).toBe(20_000);
  });

  test('allows URLs if robots.txt is an error, but not if the host is unreachable', async () => {
    const silent = { readAt: 0, unreachableSince: NOW - 10 };
    const broken = ownVisit({ ...silent, cause: { reason: 'server-error', detail: '' } });
    expect(await createRobotsGate(broken, async () => true)(PAGE)).toEqual({
      kind: 'allowed',
      crawlDelayS: null,
      preferences: {},
      ignored: true,
    });
    expect(broken.results.closedUntil).toBeUndefined();
    const away = ownVisit({ ...silent, cause: { reason: 'connect', detail: '' } });
    expect(await createRobotsGate(away, async () => true)(PAGE)).toMatchObject({ kind: 'refused', reason: 'connect' });
  });

  test('respects Visit-time', async () => {
    const visit = ownVisit({ text: 'User-agent: *\nVisit-time: 2200-2300\n' });
    expect(await createRobotsGate(visit, async () => true)(PAGE)).toEqual({ kind: 'no-time' });
  });

  test('does not affect other hosts', async () => {
    const visit = ownVisit();
    expect(await createRobotsGate(visit, async () => true)('http://www.bog.test/private/x' as Url)).toMatchObject({
      kind: 'refused',
      reason: 'robots',
    });
  });
});
