import { expect, test } from 'vitest';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { scopeRulesOf, urlRulesOf } from '../../shared/settings/rules.ts';
import { classifyOptionsOf } from '../../shared/settings/stages/classify-options.ts';
import { visitOptionsOf } from '../../shared/settings/visit-options.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { compileScope } from '../../shared/url/scope.ts';
import type { Url } from '../../shared/url/url.ts';

const seeds = ['https://example.org/'];
const normalizeWith = (settings: object, text: string) => {
  const normalized = normalize(text, undefined, urlRulesOf(readSettings({ seeds, ...settings })));
  return normalized.kind === 'url' ? normalized.url : normalized.reason;
};

test.each<[settings: object, text: string, expected: string]>([
  [{}, 'https://example.org//a/index.html?b=1&a=2', 'https://example.org//a/index.html?b=1&a=2'],
  [{ foldSlashes: true }, 'https://example.org//a///b', 'https://example.org/a/b'],
  [{ dropIndexPages: true }, 'https://example.org/a/index.html', 'https://example.org/a/'],
  [{ sortParameters: true }, 'https://example.org/?b=1&a=2', 'https://example.org/?a=2&b=1'],
  [{ limits: { maxUrlLength: 20 } }, 'https://example.org/a-long-name', 'too-long'],
])('%j: normalises %s to %s', (settings, text, expected) => expect(normalizeWith(settings, text)).toBe(expected));

test('refuses URLs in stop directories', () => {
  const settings = readSettings({ seeds, stopDirectories: ['calendar'] });
  const scope = compileScope(scopeRulesOf(settings, seeds as Url[]));
  const candidate = { url: 'https://example.org/x/calendar/1' as Url, depth: 1, discovered: 'link' as const };
  expect(scope(candidate)).toBe('stop-directory');
  expect(scope({ ...candidate, url: 'https://example.org/calendar' as Url })).toBeUndefined();
});

const environment = {
  leaseMs: 1,
  visitMs: 1,
  maxPagesPerVisit: 60,
  skewMs: 0,
  maxInboxItems: 1,
  cache: createBundleCache(0),
  grouping: 'host',
} as const;

test.each<[pages: number, what: string, settings: object]>([
  [60, 'one host', { seeds }],
  [60, 'several pages of one host', { seeds: [...seeds, 'https://example.org/b'] }],
  [60, 'one host, named twice', { seeds: [...seeds, ...seeds] }],
  [60, 'one host, with a refused seed', { seeds: [...seeds, 'mailto:a@b.example'] }],
  [1, 'two hosts', { seeds: [...seeds, 'https://example.net/'] }],
  [1, 'any host', { seeds, scope: 'any' }],
  [1, 'seeds of a file', { seeds: [...seeds, { file: 'seeds.txt' }] }],
])('breadth-first fetches %i pages a visit in a crawl of %s', (pages, _, settings) => {
  const crawl = readSettings({ strategy: 'breadth-first', scope: 'host', ...settings });
  expect(visitOptionsOf(crawl, environment).maxPagesPerVisit).toBe(pages);
});

test('passes avoidDirectories and urlWords to the stages', () => {
  const settings = readSettings({ seeds, avoidDirectories: ['/old/'], urlWords: ['botany'] });
  const { isAvoided: avoids } = visitOptionsOf(settings, environment);
  expect([avoids?.('https://example.org/old/x' as Url), avoids?.('https://example.org/x' as Url)]).toEqual([
    true,
    false,
  ]);
  const { urlWords } = classifyOptionsOf(settings, 'host');
  expect([urlWords?.('https://botany.example.org/' as Url), urlWords?.('https://example.org/' as Url)]).toEqual([1, 0]);
});
