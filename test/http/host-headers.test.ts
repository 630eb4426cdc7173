import { expect, test } from 'vitest';
import { compileHostHeaders, type HostHeaders, headerFault, isHostKey } from '../../shared/http/host-headers.ts';

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

test.each([
  ['https://h2.test', { 'h2.test:443': { DNT: '1' } }, true],
  ['http://h2.test', { 'h2.test:443': { DNT: '1' } }, false],
  ['http://h2.test', { 'h2.test:80': { DNT: '1' } }, true],
  ['https://h2.test', { 'h2.test:80': { DNT: '1' } }, false],
  ['https://a.h2.test', { '*.h2.test:443': { DNT: '1' } }, true],
  ['https://xn--bcher-kva.test', { 'Bücher.test': { DNT: '1' } }, true],
  ['https://h2.test', { 'h2.test.': { DNT: '1' } }, true],
  ['http://[::1]:8080', { '[0:0::1]': { DNT: '1' } }, true],
  ['http://[::1]:8080', { '[::1]:8080': { DNT: '1' } }, true],
  ['http://[::1]:8081', { '[::1]:8080': { DNT: '1' } }, false],
])('of %s, the headers %j are added: %s', (origin, headers: HostHeaders, isAdded) => {
  expect(compileHostHeaders(headers)(origin)).toEqual(isAdded ? { dnt: '1' } : {});
});

test('a key with a port overrides one without, also if it is the shorter one as written', () => {
  const headers = { 'bog.test:80': { DNT: '1' }, 'BOG.test.': { DNT: '0' }, '*.test:80': { DNT: '2' } };
  expect(compileHostHeaders(headers)('http://bog.test')).toEqual({ dnt: '1' });
});

test.each([
  ...['Authorization', 'Cookie', 'X-Api-Key', 'api_key', 'X-Auth-Token', 'X-Session-Id', 'client-secret', 'X-JWT'],
  ...['X-Authorization', 'X-Authentication', 'X-Passwd', 'X-Passphrase', 'X-Pass', 'X-Password', 'Xtoken', 'apikey'],
  ...['X-AccessToken', 'X-ClientSecret', 'X-PrivateKey', 'X-SecretKey', 'X-AccessKey', 'Proxy-Authorization', 'pass'],
])('sends %s to named hosts only', (name) => {
  expect(headerFault(name, 'x')).toMatch(/^carries credentials; name it in fetch\.credentials/);
});

test('sends values of Authorization to named hosts only, under any name', () => {
  expect(headerFault('X-Forwarded-User', 'Bearer abc')).toMatch(/^carries credentials/);
  expect(headerFault('X-Forwarded-User', 'basic YTpi')).toMatch(/^carries credentials/);
  expect(headerFault('X-Forwarded-User', 'Basics')).toBeUndefined();
});

test.each([
  ['User-Agent', 'has a setting of its own: userAgent'],
  ['accept-language', 'has a setting of its own: fetch.acceptLanguage'],
  ['If-None-Match', 'belongs to the connection and is set for each request'],
  ['Host', 'belongs to the connection and is set for each request'],
  ['a b', 'must be a header name'],
  ['Author', undefined],
  ['X-Keyword', undefined],
  ['X-Passage', undefined],
  ['X-Secretary', undefined],
  ['X-Compass', undefined],
  ['HTTP2-Settings', 'belongs to the connection and is set for each request'],
  ['Accept', undefined],
])('says whether %s can be added', (name, fault) => {
  expect(headerFault(name, 'x')).toBe(fault);
});

test.each(['', ' x', 'a\r\nb', 'ä'])('refuses the value %j', (value) => {
  expect(headerFault('DNT', value)).toMatch(/^must have a value/);
});

test('a key names hosts', () => {
  expect(['*', '*.bog.test', 'bog.test', 'bog.test:80', '[::1]', '[::1]:80', 'mår.test'].every(isHostKey)).toBe(true);
  expect(
    ['', 'http://bog.test', 'bog.test/x', 'a*b', 'ada@bog.test', '.', '*.', '*.[::1]', '*.127.0.0.1'].some(isHostKey),
  ).toBe(false);
  expect(['bog.test:0', 'bog.test:65536', '[::1', '[1]', '::1', 'bog%.test'].some(isHostKey)).toBe(false);
});
