import { expect, test } from 'vitest';
import { BINARY_EXTENSIONS } from '../../shared/url/extensions.ts';
import { checkScopeRules, compileScope, type ScopeRules, type UrlCandidate } from '../../shared/url/scope.ts';
import type { Url } from '../../shared/url/url.ts';

const open: ScopeRules = {
  scope: 'any',
  seeds: [],
  allow: [],
  exclude: [],
  binaryExtensions: BINARY_EXTENSIONS,
  maxDepth: 5,
  maxPathDepth: 7,
};

function judge(rules: Partial<ScopeRules>, url: string, candidate: Partial<UrlCandidate> = {}) {
  return compileScope({ ...open, ...rules })({ url: url as Url, depth: 1, discovered: 'link', ...candidate });
}

const seeds = ['http://www.example.co.uk/docs/index.html?x=/y', 'https://other.example:8080/'];
test.each([
  ['host', 'http://www.example.co.uk/', undefined],
  ['host', 'https://example.co.uk/x', undefined],
  ['host', 'http://en.example.co.uk/', 'scope'],
  ['host', 'http://other.example:8080/', undefined],
  ['host', 'http://www.other.example:8080/', undefined],
  ['host', 'http://other.example/', 'scope'],
  ['host', 'http://xexample.co.uk/', 'scope'],
  ['domain', 'http://en.example.co.uk/', undefined],
  ['domain', 'http://example.co.uk:99/', undefined],
  ['domain', 'http://strange.co.uk/', 'scope'],
  ['prefix', 'https://example.co.uk/docs/a/b', undefined],
  ['prefix', 'http://www.example.co.uk/docs/', undefined],
  ['prefix', 'http://www.example.co.uk/docs', 'scope'],
  ['prefix', 'http://www.example.co.uk/news', 'scope'],
  ['prefix', 'http://other.example:8080/anything', undefined],
  ['any', 'http://strange.example/', undefined],
] as const)('scope %s returns for %s: %s', (scope, url, reason) => {
  expect(judge({ scope, seeds }, url)).toBe(reason);
});

test('a host without a registrable domain is its own domain', () => {
  const local = { scope: 'domain', seeds: ['http://127.0.0.1:8000/', 'http://localhost/'] } as const;
  expect(judge(local, 'http://127.0.0.1:8000/x')).toBe(undefined);
  expect(judge(local, 'http://127.0.0.2:8000/x')).toBe('scope');
  expect(judge(local, 'http://localhost/x')).toBe(undefined);
});

const eight = 'a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8';
test.each([
  ['http://h.example/a.zip', 'binary-extension'],
  ['http://h.example/a.b/C.JPG?x=1', 'binary-extension'],
  ['http://h.example/a.ps.gz', 'binary-extension'],
  ['http://h.example/a.txt.gz?x=1', undefined],
  ['http://h.example/a.tar.gz', 'binary-extension'],
  ['http://h.example/a.gz', 'binary-extension'],
  ['http://h.example/a.zip/', undefined],
  ['http://h.example/download?file=a.zip', undefined],
  ['http://h.example/zip', undefined],
  ['http://h.example/', undefined],
  ['http://h.zip/', undefined],
  [`http://h.example/?${eight}`, 'query-parameters'],
  [`http://h.example/?${eight.slice(0, -4)}`, undefined],
  ['http://h.example/1/2/3/4/5/6/7/page', undefined],
  ['http://h.example/1/2/3/4/5/6/7/8/page', 'path-depth'],
  ['http://h.example/?/1/2/3/4/5/6/7/8/9', undefined],
  ['http://h.example/a/b/a/b/a', 'repeated-segment'],
  ['http://h.example/a/a/b', undefined],
  ['http://h.example////', undefined],
  ['http://h.example/x?a/a/a', undefined],
] as const)('%s: %s', (url, reason) => {
  expect(judge({}, url)).toBe(reason);
});

test('limits the path depth of links, not of seeds and entries of sitemaps', () => {
  const deep = 'http://h.example/1/2/3/4/5/6/7/8/page';
  expect(judge({}, deep, { discovered: 'seed', depth: 0 })).toBe(undefined);
  expect(judge({}, deep, { discovered: 'sitemap' })).toBe(undefined);
});

test('applies trap filters to links only, and stop directories to all URLs', () => {
  const view = 'http://h.example/calendar/2031/05';
  expect(judge({ maxDepth: null }, view, { depth: 9 })).toBe('calendar');
  expect(judge({ maxDepth: null }, view, { depth: 9, discovered: 'sitemap' })).toBe(undefined);
  expect(judge({}, 'http://h.example/?f[]=1&f[]=2&f[]=3')).toBe('facets');
  expect(judge({ stopDirectories: ['images'] }, 'http://h.example/images/x', { discovered: 'seed', depth: 0 })).toBe(
    'stop-directory',
  );
});

test('accepts embedded files of all hosts and paths, if no other rule refuses them', () => {
  const rules = { scope: 'host', seeds, binaryExtensions: ['zip'] } as const;
  const judgeFile = (url: string, more = {}) => judge({ ...rules, ...more }, url, { discovered: 'embedded' });
  expect(judge(rules, 'http://cdn.example/logo.png')).toBe('scope');
  expect(judgeFile('http://cdn.example/1/2/3/4/5/6/7/8/logo.png')).toBe(undefined);
  expect(judgeFile('http://cdn.example/logo.png', { exclude: ['*.png'] })).toBe('excluded');
  expect(judgeFile('http://cdn.example/logo.zip')).toBe('binary-extension');
});

test('limits the depth from the seeds; null is no limit', () => {
  expect(judge({}, 'http://h.example/', { depth: 5 })).toBe(undefined);
  expect(judge({}, 'http://h.example/', { depth: 6 })).toBe('too-deep');
  expect(judge({ maxDepth: null }, 'http://h.example/', { depth: 1_000 })).toBe(undefined);
});

// pattern · matching URL · other URL
test.each([
  ['HOST: ^www\\.', 'http://www.h.example/', 'http://h.example/www.'],
  ['HOST: :8080$', 'http://h.example:8080/', 'http://h.example/:8080'],
  ['HOST example', 'http://h.example/', 'http://h.test/example'],
  ['HOST: ^H\\.Example$', 'http://h.example/', 'http://h.test/H.Example'],
  ['URL /docs/[0-9]+', 'http://h.example/docs/12', 'http://h.example/docs/x'],
  ['URL: \\.html$', 'http://h.example/a.html', 'http://h.example/a.html?x'],
  ['http://h.example/docs/*', 'http://h.example/docs/a/b?c', 'https://h.example/docs/a'],
  ['*://h.example/*.html', 'https://h.example/a/b.html', 'https://h.example/a/b.htm'],
  ['h.example/docs/*', 'https://h.example/docs/a', 'https://www.h.example/docs/a'],
  ['/docs/*', 'https://any.example/docs/a', 'https://any.example/x/docs/a'],
  ['*.example', 'https://h.example/a', 'https://h.test/a.example'],
  ['*.html', 'http://h.example/a.html?x=1', 'http://h.example/a.htm'],
  ['*.Php', 'http://h.example/a/LIST.PHP', 'http://h.example/?list.php'],
  ['*.en.html', 'http://h.example/a.en.html', 'http://h.example/a.de.html'],
  ['*.zip', 'http://h.zip/a', 'http://h.example/zip'],
  ['H.Example', 'http://h.example/a', 'http://x.example/a'],
  ['*.Example', 'http://h.example/a', 'http://h.test/a'],
  ['H.Example/Docs/*', 'http://h.example/Docs/a', 'http://h.example/docs/a'],
  ['HTTP://*.Example/Docs/*', 'http://h.example/Docs/a', 'http://h.example/docs/a'],
  ['http://h.Example*Docs', 'http://h.example/Docs', 'http://h.example/docs'],
  ['/Docs/*', 'http://h.example/Docs/a', 'http://h.example/docs/a'],
  ['/a*b*b', 'http://h.example/axbxb', 'http://h.example/ab'],
  ['/a?b', 'http://h.example/a?b', 'http://h.example/axb'],
  ['http://bücherei.example/buch/*', 'http://xn--bcherei-n2a.example/buch/1', 'http://h.example/buch/1'],
  ['*.Bücherei.example', 'http://www.xn--bcherei-n2a.example/a', 'http://xn--bcherei-n2a.example/a'],
  ['*/Übersicht', 'http://h.example/%C3%9Cbersicht', 'http://h.example/Ubersicht'],
  ['URL /Übersicht$', 'http://h.example/%C3%9Cbersicht', 'http://h.example/%C3%9Cbersicht/x'],
  ['URL /ß+$', 'http://h.example/%C3%9F%C3%9F', 'http://h.example/%C3%9F%9F'],
  ['HOST: ^bücherei\\.', 'http://xn--bcherei-n2a.example/', 'http://h.example/xn--bcherei-n2a.'],
  ['HOST: \\bbüch', 'http://xn--bcherei-n2a.example/', 'http://buch.example/'],
  [
    'URL ^https?://bücherei\\.example:80[0-9]+/[äö]',
    'http://xn--bcherei-n2a.example:8080/%C3%A4',
    'http://xn--bcherei-n2a.example/%C3%A4',
  ],
  ['URL (?i)/übersicht', 'http://h.example/%C3%9Cbersicht', 'http://h.example/ubersicht'],
  ['URL /[a-zäöü]+/old', 'http://h.example/abc/old', 'http://h.example/1/old'],
  ['*-größe/*', 'http://h.example/a-gr%C3%B6%C3%9Fe/x', 'http://h.example/a-gr%C3%B6%C3%9F/x'],
  ['büch*.example', 'http://xn--bcherei-n2a.example/', 'http://h.example/'],
  ['/%C3%9C*', 'http://h.example/%C3%9Cbersicht', 'http://h.example/%C3%96'],
  ['URL \\[größe\\]', 'http://h.example/a[gr%C3%B6%C3%9Fe]', 'http://h.example/a[gr%C3%B6]'],
])('%s matches %s and not %s', (rule, yes, no) => {
  expect(judge({ allow: [rule] }, yes)).toBe(undefined);
  expect(judge({ allow: [rule] }, no)).toBe('not-allowed');
  expect(judge({ exclude: [rule] }, yes)).toBe('excluded');
  expect(judge({ exclude: [rule] }, no)).toBe(undefined);
});

test('checks allow before exclude; one match suffices', () => {
  const rules = { allow: ['/a*', '/b*'], exclude: ['/ab*', '/x*'] };
  expect(judge(rules, 'http://h.example/b')).toBe(undefined);
  expect(judge(rules, 'http://h.example/ab')).toBe('excluded');
  expect(judge(rules, 'http://h.example/x')).toBe('not-allowed');
});

test('reports all invalid patterns', () => {
  const faults = checkScopeRules({ allow: ['URL (', 'HOST: ok', ''], exclude: ['URL (?=a)', 'URL: ', '/glob*'] });
  expect(faults.map((fault) => fault.rule)).toEqual(['URL (', '', 'URL (?=a)', 'URL: ']);
  for (const fault of faults) expect(fault.message).not.toBe('');
});

test('matches a regex with catastrophic backtracking in linear time', () => {
  expect(judge({ exclude: ['URL (a+)+$'] }, `http://h.example/${'a'.repeat(2000)}!`)).toBe(undefined);
});
