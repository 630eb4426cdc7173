import { expect, test } from 'vitest';
import { valuelessFields } from '../../../shared/query/web/valueless-fields.ts';

test.each<[query: string, fields: string[]]>([
  ['licence:', ['licence:']],
  ['lang:en -licence:""', ['licence:']],
  ['moss class:( ) site:', ['class:', 'site:']],
  ['title: moss', ['title:']],
  ['title:moss (lang:de OR lang:"en")', []],
  ['url:/moss.html date:[2020 TO 2021]', []],
  // Texts, not fields.
  ['Title: moss', []],
  ['note: moss', []],
  ['"title: moss" 12: http:', []],
  ['', []],
])('of the query %j, %j have no value', (query, fields) => {
  expect(valuelessFields(query)).toEqual(fields);
});
