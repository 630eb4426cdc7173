import { expect, test } from 'vitest';
import { countOutcomes } from '../../shared/fetch/count-outcomes.ts';

test('adds the changes of several hosts to the counts of a message', () => {
  const totals = { pages: 3 };
  // An `s` bundle of the manifest lists accepted URLs: 5, then 9.
  const before = { manifest: 's1.0.5', counts: { fetched: 2, 'failed.timeout': 1 } };
  countOutcomes(totals, before, { manifest: 's2.0.9', counts: { fetched: 4 } });
  countOutcomes(totals, { manifest: '', counts: {} }, { manifest: '', counts: { 'refused.robots': 1 } });
  expect(totals).toEqual({
    pages: 3,
    accepted: 4,
    'outcome.fetched': 2,
    'outcome.failed.timeout': -1,
    'outcome.refused.robots': 1,
  });
});

test('adds nothing for a visit that changed nothing', () => {
  const same = { manifest: 's1.0.5', counts: { fetched: 2 } };
  const totals = {};
  countOutcomes(totals, same, { ...same });
  expect(totals).toEqual({});
});
