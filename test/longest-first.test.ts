import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONGEST, placeOf } from './longest-first.ts';

test.each(LONGEST)('the file %s, which starts early, exists', (name) => {
  expect(existsSync(join(import.meta.dirname, name))).toBe(true);
});

test('other files start after the listed ones', () => {
  const [first = '', second = ''] = LONGEST;
  const places = [first, second, 'url/scope.test.ts'].map((name) => placeOf(join(import.meta.dirname, name)));
  expect(places).toEqual([0, 1, LONGEST.length]);
});
