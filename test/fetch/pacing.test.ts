/** The check of the time before each request: the last thing that keeps two workers from one host. */
import { describe, expect, test } from 'vitest';
import type { HostVisit } from '../../shared/fetch/host-visit.ts';
import { mayStart } from '../../shared/fetch/pacing.ts';
import { fakeClock } from '../fake-clock.ts';
import { OPTIONS } from './single-host.ts';

const START = Date.UTC(2026, 0, 1);
const TIMES = { fetchTimeoutMs: 10_000, hostPauseMs: 2_000, skewMs: 1_000, visitMs: 90_000 };
/** What must fit between the start of a request and the end of the lease: timeout, pause, and twice the clock skew. */
const MARGIN_MS = 14_000;

type Given = {
  /** End of the lease and opening time of the host, in milliseconds after the start. */
  until: number;
  openAt?: number;
  answerTimeFactor?: number;
  /** Longest time in which the page is rendered; absent: the crawl renders none. */
  renderMs?: number;
  /** Longest wait of a request for the limit of bandwidth; absent: there is none. */
  maxHeldMs?: number;
  /** Time by which a sleep is longer than requested. */
  oversleepMs?: number;
};

/** Checks whether a request may start. @returns the answer, and the milliseconds for which the check slept */
async function check({ until, openAt = 0, answerTimeFactor = 0, oversleepMs = 0, renderMs, maxHeldMs = 0 }: Given) {
  const clock = fakeClock(START);
  let sleptMs = 0;
  const sleep = async (ms: number) => {
    sleptMs += ms;
    await clock.advance(ms + oversleepMs);
  };
  const visit = {
    ports: { clock: { now: clock.now, sleep } },
    options: { ...OPTIONS, ...TIMES, maxHeldMs, answerTimeFactor, ...(renderMs && { rendering: { maxMs: renderMs } }) },
    pacing: {
      lock: { until: START + until },
      startedAt: START,
      openAt: START + openAt,
      pauseMs: TIMES.hostPauseMs,
    },
  };
  return { mayStart: await mayStart(visit as unknown as HostVisit), sleptMs };
}

describe('a request may start', () => {
  test.each<[string, Given, boolean, number]>([
    ['if it ends just before the lease', { until: MARGIN_MS + 1 }, true, 0],
    ['not if it may end with the lease', { until: MARGIN_MS }, false, 0],
    ['not if it may wait for the limit of bandwidth', { until: MARGIN_MS + 5_000, maxHeldMs: 5_000 }, false, 0],
    ['if it has time to wait for that', { until: MARGIN_MS + 5_001, maxHeldMs: 5_000 }, true, 0],
    ['after the pause, if it ends just before the lease', { until: 5_000 + MARGIN_MS + 1, openAt: 5_000 }, true, 5_000],
    [
      'not after the pause if it may end with the lease; it does not wait',
      { until: 5_000 + MARGIN_MS, openAt: 5_000 },
      false,
      0,
    ],
    [
      'if the sleep takes longer, but ends early enough',
      { until: 20_000, openAt: 5_000, oversleepMs: 999 },
      true,
      5_000,
    ],
    [
      'not if the sleep takes longer, so that it may end with the lease',
      { until: 20_000, openAt: 5_000, oversleepMs: 1_000 },
      false,
      5_000,
    ],
    ['if its page is rendered before the lease ends', { until: MARGIN_MS + 30_001, renderMs: 30_000 }, true, 0],
    ['not if its page may be rendered later', { until: MARGIN_MS + 30_000, renderMs: 30_000 }, false, 0],
    [
      'if the longest pause after a slow response ends before the lease',
      { until: 10_000 + 50_000 + 2_001, answerTimeFactor: 5 },
      true,
      0,
    ],
    [
      'not if the longest pause after a slow response may end with the lease',
      { until: 10_000 + 50_000 + 2_000, answerTimeFactor: 5 },
      false,
      0,
    ],
  ])('%s', async (_, given, may, sleptMs) => {
    expect(await check(given)).toEqual({ mayStart: may, sleptMs });
  });

  test('not if the pause ends after the time of the visit; it does not wait', async () => {
    expect(await check({ until: 600_000, openAt: 90_001 })).toEqual({ mayStart: false, sleptMs: 0 });
    expect(await check({ until: 600_000, openAt: 90_000 })).toEqual({ mayStart: true, sleptMs: 90_000 });
  });
});
