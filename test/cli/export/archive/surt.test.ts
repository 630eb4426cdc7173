import { expect, test } from 'vitest';
import { surt } from '../../../../cli/export/archive/surt.ts';

/** The answers of the Python package surt 0.3.1. */
test.each<[url: string, key: string]>([
  ['http://example.org', 'org,example)/'],
  ['https://www.example.org/Path/?a=1', 'org,example)/path?a=1'],
  ['https://example.org:443/x?b=2&a=1&a&a=', 'org,example)/x?a&a=&a=1&b=2'],
  ['http://127.0.0.1:8080/a/b', '1,0,0,127:8080)/a/b'],
  ['http://[::1]/x', '::1)/x'],
  ['https://münchen.de/stra%C3%9Fe/%7Euser/a%20b', 'de,xn--mnchen-3ya)/stra%c3%9fe/~user/a%20b'],
  ['https://xn--mnchen-3ya.de/caf%C3%A9?q=%E4%BD%A0&z=a%2Fb%26c', 'de,xn--mnchen-3ya)/caf%c3%a9?c&q=%e4%bd%a0&z=a/b'],
  ['https://example.org/?', 'org,example)/'],
  ['https://example.org/a/?#frag', 'org,example)/a'],
  ['https://example.org/a%2523b', 'org,example)/a%23b'],
  ['https://user:pw@example.org/A;B=c/d', 'org,example)/a;b=c/d'],
  ['ftp://example.org/file.txt', 'org,example)/file.txt'],
  ['https://example.org/a?b==c&b=c&&d', 'org,example)/a?&b==c&b=c&d'],
  ['https://example.org/日本/x?q=日本', 'org,example)/%e6%97%a5%e6%9c%ac/x?q=%e6%97%a5%e6%9c%ac'],
  ['https://www.www.example.org/', 'org,example,www)/'],
  ['https://example.org/a|b^c"d?e|f{g}', 'org,example)/a|b^c"d?e|f{g}'],
  ['https://example.org/index.html?Q=UPPER+case', 'org,example)/index.html?q=upper+case'],
  ['https://example.org/a/b//', 'org,example)/a/b'],
  ['http://example.org:80/', 'org,example)/'],
  ['https://example.org/%e2%80%8b/+', 'org,example)/%e2%80%8b/+'],
])('the key of %s is %s', (url, key) => {
  expect(surt(url)).toBe(key);
});

test('a text without a host is its own key', () => {
  expect(surt('urn:isbn:0451450523')).toBe('urn:isbn:0451450523');
});
