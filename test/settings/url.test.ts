import { expect, test } from 'vitest';
import { bundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { scopeRulesOf, urlRulesOf } from '../../shared/settings/rules.ts';
import { readSettings } from '../../shared/settings/settings.ts';
import { classifyOptionsOf, visitOptionsOf } from '../../shared/settings/visits.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { compileScope } from '../../shared/url/scope.ts';
import type { Url } from '../../shared/url/url.ts';

const seeds = ['https://example.org/'];
const spelled = (given: object, text: string) => {
  const said = normalize(text, undefined, urlRulesOf(readSettings({ seeds, ...given })));
  return said.kind === 'url' ? said.url : said.reason;
};

test.each<[given: object, text: string, spelling: string]>([
  [{}, 'https://example.org//a/index.html?b=1&a=2', 'https://example.org//a/index.html?b=1&a=2'],
  [{ foldSlashes: true }, 'https://example.org//a///b', 'https://example.org/a/b'],
  [{ dropIndexPages: true }, 'https://example.org/a/index.html', 'https://example.org/a/'],
  [{ sortParameters: true }, 'https://example.org/?b=1&a=2', 'https://example.org/?a=2&b=1'],
  [{ limits: { maxUrlLength: 20 } }, 'https://example.org/a-long-name', 'too-long'],
])('%j: %s is %s', (given, text, spelling) => expect(spelled(given, text)).toBe(spelling));

test('a directory that is left out everywhere is refused with its reason', () => {
  const settings = readSettings({ seeds, stopDirectories: ['calendar'] });
  const scope = compileScope(scopeRulesOf(settings, seeds as Url[]));
  const candidate = { url: 'https://example.org/x/calendar/1' as Url, depth: 1, discovered: 'link' as const };
  expect(scope(candidate)).toBe('stop-directory');
  expect(scope({ ...candidate, url: 'https://example.org/calendar' as Url })).toBeUndefined();
});

test('directories that are avoided, and words that speak for a link, reach the stages', () => {
  const settings = readSettings({ seeds, avoidDirectories: ['/old/'], urlWords: ['botany'] });
  const place = { leaseMs: 1, visitMs: 1, pagesAVisit: 1, skewMs: 0, inboxItems: 1, cache: bundleCache(0) };
  const { avoids } = visitOptionsOf(settings, { ...place, grouping: 'host' });
  expect([avoids?.('https://example.org/old/x' as Url), avoids?.('https://example.org/x' as Url)]).toEqual([
    true,
    false,
  ]);
  const { urlWords } = classifyOptionsOf(settings, 'host');
  expect([urlWords?.('https://botany.example.org/' as Url), urlWords?.('https://example.org/' as Url)]).toEqual([1, 0]);
});
