import { expect, test } from 'vitest';
import { createHostRests } from '../../../shared/fetch/render/host-rests.ts';
import { fakeClock } from '../../fake-clock.ts';

test('forgets hosts whose rest is over when there are many, and none that rests', async () => {
  const clock = fakeClock();
  const rests = createHostRests(clock);
  const hosts = Array.from({ length: 999 }, (_, i) => `h${i}.test`);
  for (const host of hosts) rests.note(host, {});
  await clock.advance(5_000);
  rests.note('resting.test', {});
  rests.note('new.test', {});
  expect(rests.isResting('resting.test')).toBe(true);
  // The second request for a rest of a host takes ten seconds, unless the first is forgotten.
  rests.note('h0.test', {});
  await clock.advance(5_000);
  expect(rests.isResting('h0.test')).toBe(false);
});

test('a host that sends a page rests for five seconds after its next request for a rest', async () => {
  const clock = fakeClock();
  const rests = createHostRests(clock);
  for (let i = 0; i < 20; i++) rests.note('bog.test', {});
  await clock.advance(299_999);
  expect(rests.isResting('bog.test')).toBe(true);
  await clock.advance(1);
  expect(rests.isResting('bog.test')).toBe(false);
  rests.noteVisit('bog.test');
  rests.note('bog.test', {});
  await clock.advance(5_000);
  expect(rests.isResting('bog.test')).toBe(false);
});
