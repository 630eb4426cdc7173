import { expect, test } from 'vitest';
import { createHostPauses } from '../../../cli/fetch/host-pauses.ts';
import { fakeClock } from '../../fake-clock.ts';

const signal = new AbortController().signal;

/** Returns the time in ms for which a host is not requested. */
async function waitOf(clock: ReturnType<typeof fakeClock>, pauses: ReturnType<typeof createHostPauses>, host: string) {
  const start = clock.now();
  let end: number | undefined;
  void pauses.wait(host, signal).then(() => (end = clock.now()));
  while (end === undefined) await clock.advance(500);
  return end - start;
}

test('waits for the pause after a request, or for the longer one of the host', async () => {
  const clock = fakeClock();
  const pauses = createHostPauses(clock, 2_000);
  expect(await waitOf(clock, pauses, 'a.test')).toBe(0);
  pauses.start('a.test');
  expect(await waitOf(clock, pauses, 'a.test')).toBe(2_000);
  pauses.slowDown('a.test', 7_000);
  pauses.slowDown('b.test', 500);
  pauses.start('a.test');
  pauses.start('b.test');
  expect(await waitOf(clock, pauses, 'b.test')).toBe(2_000);
  expect(await waitOf(clock, pauses, 'a.test')).toBe(5_000);
});

test('a host that fails rests longer each time, and as long as it asks for', async () => {
  const clock = fakeClock();
  const pauses = createHostPauses(clock, 2_000);
  const reason = 'server-error';
  const fail = async (restMs?: number): Promise<number> => {
    pauses.start('a.test');
    pauses.note('a.test', {
      hostFault: true,
      reason,
      ...(restMs !== undefined && { restUntil: clock.now() + restMs }),
    });
    pauses.forgetOld();
    return waitOf(clock, pauses, 'a.test');
  };
  expect([await fail(), await fail(), await fail(30_000), await fail(1_000)]).toEqual([5_000, 10_000, 30_000, 40_000]);
  pauses.note('a.test', { hostFault: false });
  expect(await fail()).toBe(5_000);
  pauses.note('a.test', { hostFault: true, reason, restUntil: clock.now() + 90_000 });
  expect(pauses.restOf('a.test')).toEqual({ until: clock.now() + 90_000, reason });
  await clock.advance(90_000);
  expect(pauses.restOf('a.test')).toBeUndefined();
});

test('forgets hosts whose pause is over, and failures after a day', async () => {
  const clock = fakeClock();
  const pauses = createHostPauses(clock, 2_000);
  for (let n = 0; n < 50; n++) {
    pauses.slowDown(`${n}.test`, 3_000);
    pauses.start(`${n}.test`);
  }
  pauses.start('down.test');
  pauses.note('down.test', { hostFault: true, reason: 'timeout' });
  expect(pauses.forgetOld()).toBe(51);
  await clock.advance(3_000);
  expect(pauses.forgetOld()).toBe(1);
  await clock.advance(86_400_000 + 5_000);
  expect(pauses.forgetOld()).toBe(0);
});
