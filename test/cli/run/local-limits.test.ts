import { expect, test } from 'vitest';
import { LOCAL_LIMITS, leaseMsOf, MAX_HELD_MS } from '../../../cli/run/local-limits.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';

const leaseOf = (more: object) => leaseMsOf(readSettings({ seeds: ['https://a.example/'], ...more }));

test.each([30_000, 60_000, 900_000])('a request may start until the end of a visit with a timeout of %i ms', (ms) => {
  for (const answerTimeFactor of [0, 1, 2]) {
    const needed = LOCAL_LIMITS.visitMs + ms + answerTimeFactor * ms;
    const settings = { limits: { fetchTimeoutMs: ms }, politeness: { answerTimeFactor } };
    expect(leaseOf(settings)).toBeGreaterThan(needed);
    const fetch = { maxBytesPerSecond: 1_000 };
    expect(leaseOf({ ...settings, fetch })).toBeGreaterThan(needed + MAX_HELD_MS);
  }
});
