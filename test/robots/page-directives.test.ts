import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PageDirectives, readPageDirectives } from '../../shared/robots/page-directives.ts';

const none: PageDirectives = {
  noindex: false,
  nofollow: false,
  noarchive: false,
  nosnippet: false,
  unavailableAfter: null,
};
const until = Date.UTC(2030, 5, 25, 15);

test.each<[content: string, rules: Partial<PageDirectives>]>([
  ['noindex', { noindex: true }],
  ['NOINDEX,NoFollow', { noindex: true, nofollow: true }],
  ['none', { noindex: true, nofollow: true }],
  ['noindex nofollow', { noindex: true, nofollow: true }],
  ['noarchive; nosnippet', { noarchive: true, nosnippet: true }],
  ['nocache', { noarchive: true }],
  ['index, follow, all, archive', {}],
  ['', {}],
  [',,,', {}],
  ['noindexes', {}],
  ['max-snippet:0', { nosnippet: true }],
  ['max-snippet:20, max-image-preview: large', {}],
  ['unavailable_after: 2030-06-25T15:00:00Z', { unavailableAfter: until }],
  ['unavailable_after: Tue, 25 Jun 2030 15:00:00 GMT, noarchive', { unavailableAfter: until, noarchive: true }],
  [
    'noarchive, unavailable_after: 25 Jun 2030 15:00:00 EST',
    { unavailableAfter: until + 5 * 3_600_000, noarchive: true },
  ],
  ['unavailable_after: 25-Jun-2030 15:00:00', { unavailableAfter: until }],
  ['unavailable_after: someday', {}],
])('reads %j from the page and from the header', (content, rules) => {
  expect(readPageDirectives([{ name: 'robots', content }], [], 'thresher')).toEqual({ ...none, ...rules });
  expect(readPageDirectives([], [content], 'thresher')).toEqual({ ...none, ...rules });
});

test.each<[headers: string[], rules: Partial<PageDirectives>]>([
  [['Thresher: noindex'], { noindex: true }],
  [['other: noindex'], {}],
  [['other: noindex, nofollow'], {}],
  [['noindex, other: nofollow'], { noindex: true }],
  [['other: noindex, thresher: nofollow, noarchive'], { nofollow: true, noarchive: true }],
  [['thresher: other: noindex'], {}],
  [['other: thresher: noindex'], { noindex: true }],
  [['noindex', 'thresher: nofollow', 'other: noarchive'], { noindex: true, nofollow: true }],
  [['thresher: unavailable_after: 2030-06-25T15:00:00Z'], { unavailableAfter: until }],
  [['other: unavailable_after: 2030-06-25T15:00:00Z'], {}],
  [['thresher:'], {}],
])('applies %j to the named robots, up to the next name', (headers, rules) => {
  expect(readPageDirectives([], headers, 'thresher')).toEqual({ ...none, ...rules });
});

test('combines meta elements for all robots and for the named one; the strictest applies', () => {
  const metas = [
    { name: 'ROBOTS', content: 'noindex' },
    { name: 'Thresher', content: 'index, nofollow' },
    { name: 'other', content: 'nosnippet' },
  ];
  expect(
    readPageDirectives(metas, ['unavailable_after: 2030-06-26', `unavailable_after: 2030-06-25T15:00:00Z`], 'thresher'),
  ).toEqual({
    ...none,
    noindex: true,
    nofollow: true,
    unavailableAfter: until,
  });
});

test('has a value for each directive, whatever the text', () => {
  const word = fc.constantFrom(
    'noindex',
    ':',
    ',',
    'unavailable_after',
    'thresher',
    ' ',
    '2030-01-01',
    'Tue',
    ';',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 3 }))), (words) => {
      expect(Object.keys(readPageDirectives([], [words.join('')], 'thresher'))).toEqual(Object.keys(none));
    }),
  );
});
