import { expect, test } from 'vitest';
import { negotiate } from '../../../web/formats/negotiate.ts';

const ALL = ['html', 'json', 'csv', 'ris', 'bibtex', 'rss', 'atom'] as const;

test.each([
  [undefined, 'html'],
  ['', 'html'],
  ['*/*', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ['application/json', 'json'],
  ['APPLICATION/JSON', 'json'],
  ['application/json, text/html;q=0.9, */*;q=0.1', 'json'],
  ['application/problem+json', 'json'],
  ['application/*', 'html'],
  ['application/*, text/html;q=0, application/xhtml+xml;q=0', 'json'],
  ['text/csv;q=0.9, text/plain', 'csv'],
  ['text/csv;header=present', 'csv'],
  ['application/x-research-info-systems', 'ris'],
  ['application/x-bibtex', 'bibtex'],
  ['application/rss+xml, application/atom+xml;q=0.9', 'rss'],
  ['application/atom+xml', 'atom'],
  ['text/xml', 'atom'],
  ['image/png', undefined],
  ['text/html;q=0', undefined],
  ['*/*;q=0', undefined],
  ['nonsense', undefined],
])('Accept: %s is answered with %s', (accept, expected) => {
  expect(negotiate(ALL, { format: undefined, accept })).toBe(expected);
});

test.each([
  ['csv', 'csv'],
  [' RSS ', 'rss'],
  ['', 'json'],
  ['xml', undefined],
  ['constructor', undefined],
])('format=%s comes before Accept', (format, expected) => {
  expect(negotiate(ALL, { format, accept: 'application/json' })).toBe(expected);
});

test('prefers what the route offers first', () => {
  expect(negotiate(['atom', 'rss'], { format: undefined, accept: '*/*' })).toBe('atom');
  expect(negotiate(['atom', 'rss'], { format: 'html', accept: '*/*' })).toBeUndefined();
});

test('reads a very long header', () => {
  expect(negotiate(ALL, { format: undefined, accept: `${'a/b,'.repeat(10_000)}text/csv` })).toBeUndefined();
});
