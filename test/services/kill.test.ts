/** Ten consecutive `kill -9` at different moments. `test/flow/kill/kill.long.test.ts` has a shorter version with three. */
import { expect, test } from 'vitest';
import { killedBesideUndisturbed } from '../flow/kill/kill-properties.ts';

test('ends a crawl that was killed ten times like an undisturbed one', async () => {
  const { interruptions, last, killed, whole } = await killedBesideUndisturbed(10, 'ten');
  expect(interruptions).toHaveLength(10);
  expect(interruptions.filter(({ leases }) => leases > 0).length).toBeGreaterThanOrEqual(5);
  expect(last).toMatchObject({ code: 0, err: '' });
  expect(killed.records).toEqual(whole.records);
  expect(killed.outcomes).toEqual(whole.outcomes);
  expect([killed.repeated, killed.counted]).toEqual([[], killed.pages]);
  expect(killed.violations.filter(({ kind }) => kind !== 'before-retry-after')).toEqual([]);
  expect(killed.leftovers).toMatchObject({ messages: 0, deadLetters: 0, leases: 0, missingPieces: [] });
});
