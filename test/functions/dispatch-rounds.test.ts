import { expect, test } from 'vitest';
import { type Round, repeatRounds } from '../../functions/dispatch-rounds.ts';
import { fakeClock } from '../fake-clock.ts';

/** Runs the rounds of a call. `round` gets its number from 1. @returns the seconds at which rounds began */
async function roundsOf(
  round: (number: number) => Partial<Round>,
  { ms = 0, patience = { inVain: 0, skip: 0 } } = {},
): Promise<number[]> {
  const clock = fakeClock();
  const begun = clock.now();
  const at: number[] = [];
  const ended = repeatRounds(
    async () => {
      at.push((clock.now() - begun) / 1_000);
      await clock.sleep(ms);
      return { hosts: 0, freeSlots: 99, isActive: false, hasBegun: false, ...round(at.length) };
    },
    clock,
    patience,
  );
  for (let second = 0; second < 60; second++) await clock.advance(1_000);
  await ended;
  return at;
}

test('looks for due hosts every ten seconds while the pages of a small crawl are visited or processed', async () => {
  expect(await roundsOf((number) => ({ hosts: number === 1 ? 1 : 0, isActive: true }))).toEqual([0, 10, 20, 30, 40]);
});

test('goes on while the visit of an earlier call runs', async () => {
  expect(await roundsOf(() => ({ isActive: true }))).toEqual([0, 10, 20, 30, 40]);
});

test('ends after two quiet rounds', async () => {
  expect(await roundsOf((number) => ({ hosts: number === 1 ? 1 : 0 }))).toEqual([0, 10, 20]);
  expect(await roundsOf((number) => ({ hosts: number === 1 || number === 3 ? 1 : 0 }))).toEqual([0, 10, 20, 30, 40]);
});

test('ends after a round that finds nothing due, as in an idle stack', async () => {
  expect(await roundsOf(() => ({}))).toEqual([0]);
});

test('ends when all slots are taken', async () => {
  expect(await roundsOf((number) => ({ hosts: 50, freeSlots: 100 - 50 * number, isActive: true }))).toEqual([0, 10]);
});

test('begins no round that the function might not end', async () => {
  expect(await roundsOf(() => ({ hosts: 1, isActive: true }), { ms: 15_000 })).toEqual([0, 15, 30]);
});

test.each([
  ['has not waited after one round', 0, false],
  ['has waited after several', 1, true],
])('says whether a call %s', async (_, hosts, waited) => {
  const clock = fakeClock();
  const ended = repeatRounds(async () => ({ hosts, freeSlots: 99, isActive: false, hasBegun: false }), clock, {
    inVain: 0,
    skip: 0,
  });
  for (let second = 0; second < 60; second++) await clock.advance(1_000);
  expect(await ended).toBe(waited);
});

/** Runs calls in succession. @returns the number of rounds of each */
async function roundsOfCalls(
  calls: number,
  round: (call: number, number: number) => Partial<Round>,
): Promise<number[]> {
  const patience = { inVain: 0, skip: 0 };
  const counts: number[] = [];
  for (let call = 0; call < calls; call++)
    counts.push((await roundsOf((number) => ({ isActive: true, ...round(call, number) }), { patience })).length);
  return counts;
}

test('waits less and less if further rounds find nothing, as in a crawl with long visits', async () => {
  const counts = await roundsOfCalls(25, (_, number) => ({ hosts: number === 1 ? 1 : 0 }));
  const skipped = [1, 3, 7].flatMap((calls) => [5, ...Array(calls).fill(1)]);
  expect(counts).toEqual([...skipped, 5, ...Array(7).fill(1), 5, ...Array(2).fill(1)]);
});

test('waits in each call while further rounds find hosts, as on a site whose links lead from page to page', async () => {
  expect(await roundsOfCalls(4, (_, number) => ({ hosts: number === 4 ? 1 : 0 }))).toEqual([5, 5, 5, 5]);
});

test('waits again when another crawl begins', async () => {
  const counts = await roundsOfCalls(6, (call, number) => ({ hosts: number === 1 ? 1 : 0, hasBegun: call === 4 }));
  expect(counts).toEqual([5, 1, 5, 1, 5, 1]);
});
