import { expect, test } from 'vitest';
import { compileHostHeaders, headerFault, isHostKey } from '../../shared/http/host-headers.ts';

const headersOf = compileHostHeaders({
  'Bog.test': { From: 'ada@bog.test' },
  'bog.test:8080': { from: 'port@bog.test' },
  '*.fen.test': { DNT: '0' },
  '*.a.fen.test': { DNT: '2' },
  '*': { dnt: '1', Accept: 'text/html' },
});

test.each([
  ['https://bog.test', { dnt: '1', accept: 'text/html', from: 'ada@bog.test' }],
  ['http://bog.test:8080', { dnt: '1', accept: 'text/html', from: 'port@bog.test' }],
  ['http://bog.test:81', { dnt: '1', accept: 'text/html', from: 'ada@bog.test' }],
  ['http://www.bog.test', { dnt: '1', accept: 'text/html' }],
  ['http://fen.test', { dnt: '1', accept: 'text/html' }],
  ['http://x.fen.test:8080', { dnt: '0', accept: 'text/html' }],
  ['http://x.a.fen.test', { dnt: '2', accept: 'text/html' }],
])('adds to requests for %s the headers of its most specific key', (origin, expected) => {
  expect(headersOf(origin)).toEqual(expected);
});

test.each(['Authorization', 'Cookie', 'X-Api-Key', 'api_key', 'X-Auth-Token', 'X-Session-Id', 'client-secret'])(
  'sends %s to named hosts only',
  (name) => {
    expect(headerFault(name, 'x')).toMatch(/^carries credentials; name it in fetch\.credentials/);
  },
);

test.each([
  ['User-Agent', 'has a setting of its own: userAgent'],
  ['accept-language', 'has a setting of its own: fetch.acceptLanguage'],
  ['If-None-Match', 'belongs to the connection and is set for each request'],
  ['Host', 'belongs to the connection and is set for each request'],
  ['a b', 'must be a header name'],
  ['Author', undefined],
  ['X-Keyword', undefined],
  ['Accept', undefined],
])('says whether %s can be added', (name, fault) => {
  expect(headerFault(name, 'x')).toBe(fault);
});

test.each(['', ' x', 'a\r\nb', 'ä'])('refuses the value %j', (value) => {
  expect(headerFault('DNT', value)).toMatch(/^must have a value/);
});

test('a key names hosts', () => {
  expect(['*', '*.bog.test', 'bog.test', 'bog.test:80'].every(isHostKey)).toBe(true);
  expect(['', 'http://bog.test', 'bog.test/x', 'a*b', 'ada@bog.test'].some(isHostKey)).toBe(false);
});
