import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { evaluateUrlQuery } from '../../shared/url/url-query.ts';

const hrefOf = (input: string, base?: string | null) =>
  evaluateUrlQuery({ id: 1, input, base: base ?? undefined }).href;

test('passes every case of the web platform tests for http, https and ftp', () => {
  const cases = JSON.parse(readFileSync('test/fixtures/url/wpt-web.json', 'utf8')) as [
    string,
    string | null,
    string | null,
  ][];
  expect(cases.length).toBeGreaterThan(400);
  const wrong = cases.filter(([input, base, href]) => hrefOf(input, base) !== href);
  expect(wrong).toEqual([]);
});

describe('RFC 3986, 5.4, resolved against http://a/b/c/d;p?q', () => {
  test.each([
    // 5.4.1. A URL without a path gets one.
    ...[
      ['g:h', 'g:h'],
      ['g', 'http://a/b/c/g'],
      ['./g', 'http://a/b/c/g'],
      ['g/', 'http://a/b/c/g/'],
      ['/g', 'http://a/g'],
    ],
    ...[
      ['//g', 'http://g/'],
      ['?y', 'http://a/b/c/d;p?y'],
      ['g?y', 'http://a/b/c/g?y'],
      ['#s', 'http://a/b/c/d;p?q#s'],
    ],
    ...[
      ['g#s', 'http://a/b/c/g#s'],
      ['g?y#s', 'http://a/b/c/g?y#s'],
      [';x', 'http://a/b/c/;x'],
      ['g;x', 'http://a/b/c/g;x'],
    ],
    ...[
      ['g;x?y#s', 'http://a/b/c/g;x?y#s'],
      ['', 'http://a/b/c/d;p?q'],
      ['.', 'http://a/b/c/'],
      ['./', 'http://a/b/c/'],
    ],
    ...[
      ['..', 'http://a/b/'],
      ['../', 'http://a/b/'],
      ['../g', 'http://a/b/g'],
      ['../..', 'http://a/'],
      ['../../', 'http://a/'],
    ],
    ['../../g', 'http://a/g'],
    // 5.4.2. `http:g` is resolved as in browsers, which the RFC permits.
    ...[
      ['../../../g', 'http://a/g'],
      ['../../../../g', 'http://a/g'],
      ['/./g', 'http://a/g'],
      ['/../g', 'http://a/g'],
    ],
    ...[
      ['g.', 'http://a/b/c/g.'],
      ['.g', 'http://a/b/c/.g'],
      ['g..', 'http://a/b/c/g..'],
      ['..g', 'http://a/b/c/..g'],
    ],
    ...[
      ['./../g', 'http://a/b/g'],
      ['./g/.', 'http://a/b/c/g/'],
      ['g/./h', 'http://a/b/c/g/h'],
      ['g/../h', 'http://a/b/c/h'],
    ],
    ...[
      ['g;x=1/./y', 'http://a/b/c/g;x=1/y'],
      ['g;x=1/../y', 'http://a/b/c/y'],
      ['g?y/./x', 'http://a/b/c/g?y/./x'],
    ],
    ...[
      ['g?y/../x', 'http://a/b/c/g?y/../x'],
      ['g#s/./x', 'http://a/b/c/g#s/./x'],
      ['g#s/../x', 'http://a/b/c/g#s/../x'],
    ],
    ['http:g', 'http://a/b/c/g'],
  ] as [string, string][])('resolves %j to %s', (reference, expected) => {
    expect(hrefOf(reference, 'http://a/b/c/d;p?q')).toBe(expected);
  });
});

/** Test cases of the Public Suffix List (https://github.com/publicsuffix/list, in the public domain): host, registrable domain. */
const DOMAINS: (readonly [host: string, domain: string | null])[] = [
  // Case, single labels, and unlisted top-level domains.
  ...([
    ['COM', null],
    ['example.COM', 'example.com'],
    ['WwW.example.COM', 'example.com'],
    ['example', null],
  ] as const),
  // Empty labels. The last row is not in the original file.
  ...([
    ['.com', null],
    ['.example', null],
    ['.example.com', null],
    ['.example.example', null],
    ['a..example.com', null],
  ] as const),
  ...([
    ['example.example', 'example.example'],
    ['b.example.example', 'example.example'],
    ['a.b.example.example', 'example.example'],
  ] as const),
  // Top-level domains with one rule, and with rules of two levels.
  ...([
    ['biz', null],
    ['domain.biz', 'domain.biz'],
    ['b.domain.biz', 'domain.biz'],
    ['a.b.domain.biz', 'domain.biz'],
  ] as const),
  ...([
    ['com', null],
    ['example.com', 'example.com'],
    ['b.example.com', 'example.com'],
    ['a.b.example.com', 'example.com'],
  ] as const),
  ...([
    ['uk.com', null],
    ['example.uk.com', 'example.uk.com'],
    ['b.example.uk.com', 'example.uk.com'],
    ['a.b.example.uk.com', 'example.uk.com'],
  ] as const),
  ['test.ac', 'test.ac'],
  // Wildcards and exceptions.
  ...([
    ['mm', null],
    ['c.mm', null],
    ['b.c.mm', 'b.c.mm'],
    ['a.b.c.mm', 'b.c.mm'],
  ] as const),
  ...([
    ['jp', null],
    ['test.jp', 'test.jp'],
    ['www.test.jp', 'test.jp'],
    ['ac.jp', null],
    ['test.ac.jp', 'test.ac.jp'],
    ['www.test.ac.jp', 'test.ac.jp'],
  ] as const),
  ...([
    ['kyoto.jp', null],
    ['test.kyoto.jp', 'test.kyoto.jp'],
    ['ide.kyoto.jp', null],
    ['b.ide.kyoto.jp', 'b.ide.kyoto.jp'],
    ['a.b.ide.kyoto.jp', 'b.ide.kyoto.jp'],
  ] as const),
  ...([
    ['c.kobe.jp', null],
    ['b.c.kobe.jp', 'b.c.kobe.jp'],
    ['a.b.c.kobe.jp', 'b.c.kobe.jp'],
    ['city.kobe.jp', 'city.kobe.jp'],
    ['www.city.kobe.jp', 'city.kobe.jp'],
  ] as const),
  ...([
    ['ck', null],
    ['test.ck', null],
    ['b.test.ck', 'b.test.ck'],
    ['a.b.test.ck', 'b.test.ck'],
    ['www.ck', 'www.ck'],
    ['www.www.ck', 'www.ck'],
  ] as const),
  // US states and schools.
  ...([
    ['us', null],
    ['test.us', 'test.us'],
    ['www.test.us', 'test.us'],
    ['ak.us', null],
    ['test.ak.us', 'test.ak.us'],
    ['www.test.ak.us', 'test.ak.us'],
  ] as const),
  ...([
    ['k12.ak.us', null],
    ['test.k12.ak.us', 'test.k12.ak.us'],
    ['www.test.k12.ak.us', 'test.k12.ak.us'],
  ] as const),
  // International names, in Unicode and ASCII. Results are in ASCII.
  ...([
    ['食狮.com.cn', 'xn--85x722f.com.cn'],
    ['食狮.公司.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['www.食狮.公司.cn', 'xn--85x722f.xn--55qx5d.cn'],
  ] as const),
  ...([
    ['shishi.公司.cn', 'shishi.xn--55qx5d.cn'],
    ['公司.cn', null],
    ['食狮.中国', 'xn--85x722f.xn--fiqs8s'],
    ['www.食狮.中国', 'xn--85x722f.xn--fiqs8s'],
  ] as const),
  ...([
    ['shishi.中国', 'shishi.xn--fiqs8s'],
    ['中国', null],
    ['xn--85x722f.com.cn', 'xn--85x722f.com.cn'],
  ] as const),
  ...([
    ['xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['www.xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
  ] as const),
  ...([
    ['shishi.xn--55qx5d.cn', 'shishi.xn--55qx5d.cn'],
    ['xn--55qx5d.cn', null],
    ['xn--85x722f.xn--fiqs8s', 'xn--85x722f.xn--fiqs8s'],
  ] as const),
  ...([
    ['www.xn--85x722f.xn--fiqs8s', 'xn--85x722f.xn--fiqs8s'],
    ['shishi.xn--fiqs8s', 'shishi.xn--fiqs8s'],
    ['xn--fiqs8s', null],
  ] as const),
];

test.each(DOMAINS)('the registrable domain of %s is %s', (host, domain) => {
  expect(evaluateUrlQuery({ id: 1, input: `http://${host}/` }).domain).toBe(domain);
});
