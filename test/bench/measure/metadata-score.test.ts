import { expect, test } from 'vitest';
import { addField, type FieldTally, fieldScores, isRight } from '../../../bench/measure/metadata-score.ts';

test.each([
  ['title', 'Sundews of the north and their prey', 'Sundews of the north and their Prey', true],
  ['title', 'Sundews of the north', 'Sundews', false],
  ['author', 'Ada Writer, Ben Reader', 'Ben Reader; Ada Writer', true],
  ['author', 'Ada Writer', 'Ben Writer', false],
  ['date', '2024-05-12', '2024-05-12T23:59:00Z', true],
  ['date', '2024-05-12', '2024-05-13', false],
  ['date', '2024-05-12', null, false],
  ['date', null, '2024-05-13', undefined],
] as const)('%s: of %s, %s is right: %s', (field, gold, found, right) => {
  expect(isRight(field, { [field]: gold }, { [field]: found })).toBe(right);
});

test('describes the share of right values by group', () => {
  const tally: FieldTally = new Map();
  addField(tally, 'date', ['all', 'article'], true);
  addField(tally, 'date', ['all', 'forum'], false);
  addField(tally, 'title', ['all'], true);
  expect(fieldScores(tally, 'date')).toBe('all 0.500 (2), article 1.000 (1), forum 0.000 (1)');
});
