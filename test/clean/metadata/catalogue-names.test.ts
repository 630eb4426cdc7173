import { expect, test } from 'vitest';
import { parseCatalogueNames } from '../../../shared/clean/metadata/catalogue-names.ts';

const namesOf = (values: readonly string[], isOneEach = true): string[] =>
  parseCatalogueNames(values, isOneEach).map(({ name }) => name);

test.each([
  ['Writer, Ada B.', 'Ada B. Writer'],
  ['von der Moss, Ada', 'Ada von der Moss'],
  ['Von Moss, Ada', 'Ada Von Moss'],
  ['Goethe, Johann Wolfgang von, 1749-1832.', 'Johann Wolfgang von Goethe'],
  ['Fen, Ada, 1950-', 'Ada Fen'],
  ['Moss, A. B. (Ada Bo)', 'A. B. Moss'],
  ['Moss, Ada.', 'Ada Moss'],
  ['Moss\u00a0Fen,\n   Ada', 'Ada Moss Fen'],
  ['García Márquez, Gabriel José', 'Gabriel José García Márquez'],
  ['Ortega y Gasset, José', 'José Ortega y Gasset'],
  ['Müller-Moss, Ada Bea', 'Ada Bea Müller-Moss'],
  ['d’Arcy, E\u0301le\u0301onore', 'Éléonore d’Arcy'],
  ['al-Fen, Omar', 'Omar al-Fen'],
  ['Moss, Ben, Jr.', 'Ben Moss Jr.'],
  ['Moss, Ben C. III', 'Ben C. Moss III'],
  ['Moss, J.-P.', 'J.-P. Moss'],
  ['Wu, Di', 'Di Wu'],
  ['Di Wu', 'Di Wu'],
  ['Von Moss', 'Von Moss'],
  ['כהן, דנה', 'דנה כהן'],
  ['النجار، عمر', 'عمر النجار'],
  ['王, 小川', '王小川'],
  ['Institute of Peat, Berlin', 'Institute of Peat'],
  ['Ada Moss, Bog University', 'Ada Moss'],
  ['Commission, European', 'European Commission'],
  ['Oxford, United Kingdom', 'Oxford'],
  ['Ada Writer, PhD', 'Ada Writer, PhD'],
  ['By Ada Writer', 'Ada Writer'],
])('reads the name %s', (value, name) => {
  expect(namesOf([value])).toEqual([name]);
});

test('splits a list in one element, and names that semicolons separate', () => {
  expect(namesOf(['Ada Writer, Ben Moss'], false)).toEqual(['Ada Writer', 'Ben Moss']);
  expect(namesOf(['Writer, Ada; Moss, Ben Cy; Fen, Di'], false)).toEqual(['Ada Writer', 'Ben Cy Moss', 'Di Fen']);
});

test('reads one name of each of several elements', () => {
  expect(namesOf(['García Márquez, Gabriel José', 'Moss Fen, Ada Bea'], false)).toEqual([
    'Gabriel José García Márquez',
    'Ada Bea Moss Fen',
  ]);
});

test.each([
  [['Moss A, Fen B'], ['Moss A', 'Fen B']],
  [
    ['Bog County Council, Planning Committee', 'Moss, Ada'],
    ['Bog County Council', 'Planning Committee', 'Ada Moss'],
  ],
])('does not turn round %j', (values, names) => {
  expect(namesOf(values, false)).toEqual(names);
});

test('parses at most 1,000 parts of fields', () => {
  expect(namesOf([`${', ;'.repeat(1_000)}Moss, Ada`])).toEqual([]);
  expect(namesOf([`${', ;'.repeat(900)}Moss, Ada`])).toEqual(['Ada Moss']);
});

test('keeps the authors of a large paper', () => {
  const many = Array.from(
    { length: 99 },
    (_, i) => `Moss${'abcdefghij'[i % 10]}${'abcdefghij'[Math.floor(i / 10)]}, Ada`,
  );
  expect(namesOf(many)).toHaveLength(99);
});
