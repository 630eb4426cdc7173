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

test.each<[query: string, fields: string[]]>([
  ['event.period:', ['event.period:']],
  ['moss -event.period: Event.Period:""', ['event.period:', 'Event.Period:']],
  ['moss event.lang-2:( ) licence:', ['event.lang-2:', 'licence:']],
  ['event.period:2002p1 event.lang-2:"sv"', []],
  // No parts.
  ['event.time: example.org: a.b:', []],
])('of the query %j, %j have no value if a mapped field has parts', (query, fields) => {
  expect(valuelessFields(query, ['event.period', 'event.lang-2'])).toEqual(fields);
});

test('without parts, a name with a dot is a text', () => {
  expect(valuelessFields('event.period:')).toEqual([]);
});
