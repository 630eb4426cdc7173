/** Ten times `kill -9` in a row, each in another moment; `test/flow/kill.test.ts` has three of them for every day. */
import { expect, test } from 'vitest';
import { killedBesideUndisturbed } from '../flow/kill-properties.ts';

test.each(['ten', 'other ten'])(
  'a crawl that is killed ten times ends like one that was left alone (%s)',
  async (seed) => {
    const { interruptions, last, killed, whole } = await killedBesideUndisturbed(10, seed);
    expect(interruptions).toHaveLength(10);
    expect(interruptions.filter(({ leases }) => leases > 0).length).toBeGreaterThanOrEqual(5);
    expect(last).toMatchObject({ code: 0, err: '' });
    expect(killed.records).toEqual(whole.records);
    expect(killed.outcomes).toEqual(whole.outcomes);
    expect([killed.repeated, killed.counted]).toEqual([[], killed.pages]);
    expect(killed.violations.filter(({ kind }) => kind !== 'before-retry-after')).toEqual([]);
    expect(killed.leftovers).toMatchObject({ messages: 0, deadLetters: 0, leases: 0, missingPieces: [] });
  },
);
