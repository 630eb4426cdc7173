import { expect, test } from 'vitest';
import { freshnessOf } from '../../shared/fetch/freshness.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;

const date = (ms: number) => new Date(ms).toUTCString();

test.each<[string, Record<string, string>, { modified?: number; freshMs?: number }]>([
  ['nothing', {}, {}],
  ['max-age', { 'Cache-Control': 'public, max-age=3600' }, { freshMs: HOUR }],
  ['max-age less the time it spent in caches', { 'Cache-Control': 'max-age=7200', Age: '3600' }, { freshMs: HOUR }],
  ['max-age that is used up', { 'Cache-Control': 'max-age=60', Age: '61' }, {}],
  ['max-age before Expires', { 'Cache-Control': 'max-age=0', Expires: date(NOW + HOUR) }, {}],
  ['ignores s-maxage', { 'Cache-Control': 's-maxage=3600' }, {}],
  ['no-cache', { 'Cache-Control': 'no-cache, max-age=3600' }, {}],
  ['Expires by the server’s clock', { Expires: date(NOW), Date: date(NOW - HOUR) }, { freshMs: HOUR }],
  ['Expires without a Date', { Expires: date(NOW + HOUR) }, { freshMs: HOUR }],
  ['Expires: 0', { Expires: '0' }, {}],
  ['Last-Modified', { 'Last-Modified': date(NOW - HOUR) }, { modified: NOW - HOUR }],
  ['ignores a Last-Modified in the future', { 'Last-Modified': date(NOW + HOUR) }, {}],
  ['ignores an invalid Last-Modified', { 'Last-Modified': 'yesterday 1' }, {}],
])('reads freshness: %s', (_name, headers, expected) => {
  expect(freshnessOf(Object.entries(headers), NOW)).toEqual(expected);
});
