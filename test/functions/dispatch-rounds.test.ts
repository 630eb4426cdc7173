import { expect, test } from 'vitest';
import { type Round, repeatRounds } from '../../functions/dispatch-rounds.ts';
import { fakeClock } from '../fake-clock.ts';

/** Runs the rounds of a call. `round` gets its number from 1. @returns the seconds at which rounds began */
async function roundsOf(round: (number: number) => Round, ms = 0): Promise<number[]> {
  const clock = fakeClock();
  const begun = clock.now();
  const at: number[] = [];
  const ended = repeatRounds(async () => {
    at.push((clock.now() - begun) / 1_000);
    await clock.sleep(ms);
    return round(at.length);
  }, clock);
  for (let second = 0; second < 60; second++) await clock.advance(1_000);
  await ended;
  return at;
}

test('looks for due hosts every ten seconds while a crawl is small', async () => {
  expect(await roundsOf((number) => ({ hosts: number === 1 ? 1 : 0, freeSlots: 99 }))).toEqual([0, 10, 20, 30, 40]);
});

test('ends after a round that finds nothing due, as in an idle stack', async () => {
  expect(await roundsOf(() => ({ hosts: 0, freeSlots: 100 }))).toEqual([0]);
});

test('ends when all slots are taken', async () => {
  expect(await roundsOf((number) => ({ hosts: 50, freeSlots: 100 - 50 * number }))).toEqual([0, 10]);
});

test('begins no round that the function might not end', async () => {
  expect(await roundsOf(() => ({ hosts: 1, freeSlots: 99 }), 15_000)).toEqual([0, 15, 30]);
});
