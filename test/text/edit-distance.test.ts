import { expect, test } from 'vitest';
import { editDistance } from '../../shared/text/edit-distance.ts';

test.each<[string, string, number]>([
  ['', '', 0],
  ['moss', 'moss', 0],
  ['moss', 'mos', 1],
  ['moss', 'mosss', 1],
  ['moss', 'most', 1],
  ['moss', 'omss', 1],
  ['sundew', 'sudnwe', 2],
  ['ca', 'abc', 3],
  ['', 'ab', 2],
  ['🌱a', '🌲a', 1],
  ['plants', 'fen', 5],
])('counts the edits between %s and %s', (a, b, edits) => {
  expect([editDistance(a, b, 9), editDistance(b, a, 9)]).toEqual([edits, edits]);
  for (const max of [0, 1, 2]) expect(editDistance(a, b, max)).toBe(Math.min(edits, max + 1));
});
