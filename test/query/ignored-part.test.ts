import { expect, test } from 'vitest';
import { ignoredPart } from '../../shared/query/ignored-part.ts';

test.each([
  ['klass:CP', 'there is no such field', 'klass:CP: there is no such field'],
  ['annotation:', 'finds 1,000 pages at most', 'annotation: finds 1,000 pages at most'],
  ['…', 'only the rarest words are searched for', '…: only the rarest words are searched for'],
])('names the part %s with one colon', (operator, detail, text) => {
  expect(ignoredPart({ operator, detail })).toBe(text);
});
