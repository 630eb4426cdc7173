import { describe, expect, test } from 'vitest';
import { localeOf } from '../../../web/language/locale.ts';
import { readableUrl, typeName } from '../../../web/pages/format.ts';

const english = await localeOf('en');
const { bytes, day, duration, languageName, rate } = english;

describe('formats a date as precisely as it is known', () => {
  test.each([
    ['2021-06-03', '3 Jun 2021'],
    ['2021-06-03T23:30:00-05:00', '3 Jun 2021'],
    ['2021-06', 'Jun 2021'],
    ['2021', '2021'],
    ['2021-13-01', undefined],
    ['yesterday', undefined],
    [null, undefined],
  ])('%s: %s', (iso, shown) => expect(day(iso)).toBe(shown));
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [34_567_890, '34.6 MB'],
  [5e15, '5,000 TB'],
])('%d bytes are %s', (n, shown) => expect(bytes(n)).toBe(shown));

test.each([
  [0.4, '0 s'],
  [59.6, '1 min 0 s'],
  [3_599, '59 min 59 s'],
  [90_061, '25 h 1 min'],
])('%d seconds are %s', (n, shown) => expect(duration(n)).toBe(shown));

test('returns no name for an unknown language or type', () => {
  expect(languageName('sv')).toBe('Swedish');
  expect([languageName('und'), languageName('<b>'), languageName('')]).toEqual([undefined, undefined, undefined]);
  expect([typeName(english, 'pdf'), typeName(english, 'docx'), typeName(english, 'odd')]).toEqual([
    'PDF',
    'Word',
    'odd',
  ]);
  expect(rate(10, 0)).toBe('0');
});

test('shows a URL without scheme and trailing slash', () => {
  expect(readableUrl('https://a.example/')).toBe('a.example');
  expect(readableUrl('http://a.example/b%C3%A5t?q=%2F')).toBe('a.example/båt?q=%2F');
});
