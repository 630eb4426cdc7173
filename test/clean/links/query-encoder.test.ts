import { expect, test } from 'vitest';
import { parseUrl, queryEncoderOf } from '../../../shared/clean/links/query-encoder.ts';

// charset · query · encoded query
test.each([
  ['windows-1252', 'K\u00f6ln \u20ac', 'K%F6ln%20%80'],
  ['windows-1251', 'Москва', '%CC%EE%F1%EA%E2%E0'],
  ['KOI8-R', 'Москва', '%ED%CF%D3%CB%D7%C1'],
  ['ISO-8859-2', 'Łódź', '%A3%F3d%BC'],
  ['Shift_JIS', '東京ｱ', '%93%8C%8B%9E%B1'],
  ['EUC-JP', '東京ｱ', '%C5%EC%B5%FE%8E%B1'],
  ['ISO-2022-JP', '東a', '%1B$BEl%1B(Ba'],
  ['GBK', '北京\u20ac', '%B1%B1%BE%A9%80'],
  ['gb18030', '北京\u{1f600}', '%B1%B1%BE%A9%949%FC6'],
  ['Big5', '臺北', '%BBO%A5_'],
  ['EUC-KR', '서울', '%BC%AD%BF%EF'],
  ['x-user-defined', 'é', '%E9'],
  ['windows-1252', 'Łódź', '%26%23321%3B%F3d%26%23378%3B'],
  ['Shift_JIS', 'a\u{1f600}', 'a%26%23128512%3B'],
])('encodes a query in %s: %s', (charset, query, expected) => {
  expect(queryEncoderOf(charset)?.(`/ä?q=${query}&x=%C3%A9#ö`)).toBe(`/ä?q=${expected}&x=%C3%A9#ö`);
});

test.each(['UTF-8', 'UTF-16LE', 'UTF-16BE', 'UTF-32LE', 'IBM855', 'HZ-GB-2312', 'ISO-2022-KR'])(
  'leaves queries of pages in %s to the URL parser',
  (charset) => expect(queryEncoderOf(charset)).toBeUndefined(),
);

test.each([
  ['a path or a fragment only', '/ä#?ö'],
  ['a query in ASCII', '/ä?q="a b"'],
  ['a query that is percent-encoded', '/ä?q=K%C3%B6ln'],
  ['another scheme', 'mailto:a@bog.example?subject=ö'],
])('does not change a URL with %s', (_, url) => expect(queryEncoderOf('windows-1252')?.(url)).toBe(url));

test('parses URLs of a page', () => {
  const base = 'http://bog.example/x/';
  const encodeQuery = queryEncoderOf('windows-1252');
  expect(parseUrl('ä?ä', base, encodeQuery)?.href).toBe('http://bog.example/x/%C3%A4?%E4');
  expect(parseUrl(' ä?\nä \n', base, encodeQuery)?.href).toBe('http://bog.example/x/%C3%A4?%E4');
  expect(parseUrl('ä?ä', base, undefined)?.href).toBe('http://bog.example/x/%C3%A4?%C3%A4');
  expect(parseUrl('http://[', base, encodeQuery)).toBeNull();
});
