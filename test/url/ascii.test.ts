import { expect, test } from 'vitest';
import { asciiHost, asciiPath, asciiRegex } from '../../shared/url/ascii.ts';

test.each([
  ['a.example', 'a.example'],
  ['bücherei.example:8080', 'xn--bcherei-n2a.example:8080'],
  ['*.växjö.example', '*.xn--vxj-qla6g.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
])('the host %s is %s', (host, ascii) => expect(asciiHost(host)).toBe(ascii));

test('encodes the characters of a path that are not ASCII, and nothing else', () => {
  expect(asciiPath('/a b/%20/Übersicht*?q=ß')).toBe('/a b/%20/%C3%9Cbersicht*?q=%C3%9F');
  expect(asciiPath('\ud800')).toBe('%EF%BF%BD');
});

test('encodes each character of a regular expression as a group, and refuses them in brackets', () => {
  expect(asciiRegex('/ß+|[a-z]$', asciiPath)).toBe('/(?:%C3%9F)+|[a-z]$');
  expect(asciiRegex('^(bücherei)\\.', asciiHost)).toBe('^(xn--bcherei-n2a)\\.');
  expect(() => asciiRegex('[^\\]ä]', asciiPath)).toThrow('[^\\]ä]: brackets take only ASCII characters');
});
