import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTdmRep } from '../../shared/robots/tdmrep.ts';
import type { Url } from '../../shared/url/url.ts';
import { fewOrMany } from '../long-test.ts';

const sayOf = (entries: unknown, path = '/moss/fern.jpg') =>
  parseTdmRep(typeof entries === 'string' ? entries : JSON.stringify(entries))(`https://bog.example${path}` as Url);

test.each([
  ['the whole site', [{ location: '/', 'tdm-reservation': 1 }], { 'tdm-reservation': '1' }],
  [
    'the first entry that matches, with its policy',
    [
      { location: '/fen/', 'tdm-reservation': 1 },
      { location: '/moss/*.jpg$', 'tdm-reservation': '0', 'tdm-policy': ' https://bog.example/terms ' },
      { location: '/', 'tdm-reservation': 1 },
    ],
    { 'tdm-reservation': '0', 'tdm-policy': 'https://bog.example/terms' },
  ],
  ['a pattern that begins with a star', [{ location: '*.jpg', 'tdm-reservation': 1 }], { 'tdm-reservation': '1' }],
  ['a path without its slash', [{ location: 'moss', 'tdm-reservation': 1 }], { 'tdm-reservation': '1' }],
  ['no entry that matches', [{ location: '/fen/', 'tdm-reservation': 1 }], {}],
  ['entries that are none', [null, 5, {}, { location: '/' }, { location: '/', 'tdm-reservation': 2 }], {}],
  ['an object instead of a list', { location: '/', 'tdm-reservation': 1 }, {}],
  ['no JSON', '<html>', {}],
  ['no file', '', {}],
])('reads tdmrep.json: %s', (_name, entries, expected) => {
  expect(sayOf(entries)).toEqual(expected);
});

test('answers for any JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(sayOf(text)).toBeTypeOf('object');
    }),
  );
});

test('compares a hostile file with a URL in little time', () => {
  const entries = Array.from({ length: fewOrMany(10_000, 50_000) }, () => ({
    location: `/${'*a'.repeat(900)}b`,
    'tdm-reservation': 1,
  }));
  expect(sayOf(entries, `/${'a'.repeat(2_000)}`)).toEqual({});
});
