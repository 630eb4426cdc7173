import { expect, test } from 'vitest';
import type { HostVisit } from '../../shared/fetch/host-turn.ts';
import { robotsGate } from '../../shared/fetch/robots-gate.ts';
import { fixedRevisit } from '../../shared/frontier/revisit.ts';
import type { RobotsItem } from '../../shared/ports/robots-store.ts';
import type { Url } from '../../shared/url/url.ts';

const NOW = 1_000_000;
const PAGE = 'http://bog.test/a' as Url;

const KEPT: RobotsItem = {
  origin: 'http://bog.test',
  text: 'User-agent: *\nCrawl-delay: 20\nDisallow: /private/\n',
  readAt: NOW,
  expiresAt: NOW + 60_000,
};

/** A visit whose lock opens at `openAt` and was left with a pause of `pauseMs`; robots.txt is known. */
function visitWith(lock: { openAt: number; pauseMs: number }): HostVisit {
  return {
    lock: { token: 't', until: NOW + 300_000, failures: 0, ...lock },
    openAt: lock.openAt,
    pauseMs: Math.max(lock.pauseMs, 2_000),
    options: { agent: 'thresher', hostPauseMs: 2_000, crawlDelayCapMs: 300_000, answerTimeFactor: 1 },
    ports: { clock: { now: () => NOW }, robots: { get: async () => KEPT } },
  } as unknown as HostVisit;
}

test('a holder that was killed before it told of a Crawl-delay did not shorten it', async () => {
  const visit = visitWith({ openAt: NOW + 2_000, pauseMs: 2_000 });
  expect(await robotsGate(visit, async () => true)(PAGE)).toEqual({ kind: 'allowed', crawlDelayS: 20 });
  expect(visit).toMatchObject({ openAt: NOW + 20_000, pauseMs: 20_000 });
});

test('a Crawl-delay that the lock was left with is not waited for twice', async () => {
  const visit = visitWith({ openAt: NOW - 50, pauseMs: 20_000 });
  await robotsGate(visit, async () => true)(PAGE);
  expect(visit).toMatchObject({ openAt: NOW - 50, pauseMs: 20_000 });
});

test('what robots.txt disallows is refused without a request', async () => {
  const visit = visitWith({ openAt: NOW, pauseMs: 2_000 });
  visit.options.revisit = fixedRevisit(null);
  expect(await robotsGate(visit, async () => false)('http://bog.test/private/x' as Url)).toEqual({
    kind: 'refused',
    reason: 'robots',
  });
});
