import { describe, expect, test } from 'vitest';
import { DOCUMENT_FORMATS } from '../../shared/clean/document-formats.ts';
import { MENU_FILTERS } from '../../shared/search/menus.ts';
import { SettingsError } from '../../shared/settings/faults.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';

const seeds = ['https://example.org/'];

test('requires only seeds: everything else has a default', () => {
  const settings = readSettings({ seeds });
  expect(settings).toMatchObject({
    crawl: 'main',
    politeness: { hostPauseMs: 2000, crawlDelayCapS: 300 },
    limits: { fetchTimeoutMs: 30_000, maxPageBytes: 10_485_760, maxSitemapBytes: 52_428_800, maxUrlLength: 2048 },
    concurrency: 64,
    revisit: { days: null },
  });
  expect(settings.limits.pages).toBeNull();
});

test('is idempotent, so stored settings can be read again', () => {
  const settings = readSettings({ seeds, topic: { filters: [{ terms: 'plants.txt', termsText: '1: sundew=CP' }] } });
  expect(readSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

test.each([
  ['defaults the scope to the hosts of the seeds without a topic', { seeds }, 'host'],
  ['defaults the scope to any host with a topic', { seeds, topic: { filters: [{ sitesOk: ['example.org'] }] } }, 'any'],
  ['keeps an explicit scope', { seeds, scope: 'domain', topic: { filters: [{ sitesOk: ['a'] }] } }, 'domain'],
])('%s', (_, given, scope) => expect(readSettings(given).scope).toBe(scope));

test('suggests keys for the first hundred unknown ones only', () => {
  const given = {
    seeds,
    ...Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`scop${(36 + i).toString(36)}`, 1])),
  };
  const lines = faults(given);
  expect(lines[99]).toBe('scop3r: unknown; did you mean scope?');
  expect(lines[100]).toBe('scop3s: unknown');
});

test.each([
  ['seeds', Array(50_000).fill({})],
  ['exclude', Array(150_000).fill(1)],
])('does not list the errors of a long list with thousands of wrong entries: %s', (key, list) =>
  expect(faults({ seeds, [key]: list })).toEqual([
    'settings: has too many errors to list; correct the lists that have thousands of entries',
  ]),
);

test('an empty section gets its defaults', () => {
  expect(readSettings({ seeds, limits: null }).limits.maxPathDepth).toBe(7);
});

describe('reports each fault with its key', () => {
  test.each<[string, object, string]>([
    ['no settings', {}, 'seeds: is missing'],
    ['no seed', { seeds: [] }, 'seeds: at least one seed'],
    ['cindi without a topic', { seeds, strategy: 'cindi' }, 'strategy: cindi needs topic.filters, or --topic FILE'],
    ['a rate above 1', { seeds, cindi: { minRelevancyRate: 5 } }, 'cindi.minRelevancyRate: must be at most 1'],
    ['a key of another crawler', { seeds, workers: 4 }, 'workers: unknown; did you mean concurrency?'],
    ['a misspelt key', { seeds, scop: 'host' }, 'scop: unknown; did you mean scope?'],
    ['a key of another group', { seeds, hostPauseMs: 5 }, 'hostPauseMs: unknown; did you mean politeness.hostPauseMs?'],
    [
      'the name of another crawler',
      { seeds, limits: { depth: 3 } },
      'limits.depth: unknown; did you mean limits.maxDepth?',
    ],
    ['an unknown key', { seeds, zzzzzz: 1 }, 'zzzzzz: unknown'],
    [
      'an unknown key of a map with limited keys',
      { seeds, documents: { programs: { djvu: { command: ['djvutxt', '{in}'] } } } },
      `documents.programs.djvu: unknown; must be one of ${Object.keys(DOCUMENT_FORMATS).join(', ')}`,
    ],
    [
      'an unknown menu',
      { seeds, search: { menus: { colour: ['red'] } } },
      `search.menus.colour: unknown; must be one of ${MENU_FILTERS.join(', ')}`,
    ],
    ['a text instead of a list', { seeds, exclude: '*.pdf' }, "exclude: must be a list, such as ['*.pdf']"],
    ['several texts in one', { seeds, allow: "a*, b'*" }, "allow: must be a list, such as ['a*', 'b''*']"],
    ['a comma at the end', { seeds, exclude: 'a*, ' }, "exclude: must be a list, such as ['a*']"],
    ['commas alone', { seeds, exclude: ', , ' }, 'exclude: must be a list'],
    ['a comma in a pattern', { seeds, exclude: '/x{1, 2}/' }, "exclude: must be a list, such as ['/x{1, 2}/']"],
    ['a comma in brackets', { seeds, exclude: '*.{pdf, doc}' }, "exclude: must be a list, such as ['*.{pdf, doc}']"],
    ['a text instead of seeds', { seeds: 'https://a/' }, "seeds: must be a list, such as ['https://a/']"],
    ['a text of two lines instead of a list', { seeds, exclude: 'a\nb' }, 'exclude: must be a list'],
    ['a number instead of a list', { seeds, exclude: 5 }, 'exclude: must be a list'],
    ['a text instead of a list of groups', { seeds, metadata: { fields: 'a' } }, 'metadata.fields: must be a list'],
    ['a string instead of a number', { seeds, concurrency: 'all' }, 'concurrency: must be a number'],
    ['a fraction', { seeds, concurrency: 1.5 }, 'concurrency: must be an integer'],
    ['a value below the minimum', { seeds, limits: { pages: 0 } }, 'limits.pages: must be at least 1'],
    ['a value above the maximum', { seeds, limits: { maxRedirects: 99 } }, 'limits.maxRedirects: must be at most 20'],
    ['an unknown enum value', { seeds, scope: 'world' }, 'scope: must be one of host, domain, prefix, any'],
    [
      'a seed of an unknown kind',
      { seeds: [5] },
      'seeds.0: must be a URL, {url, priority}, {file} or another source of seeds',
    ],
    ['an invalid seed', { seeds: [{ url: 'https://a/', priority: 9 }] }, 'seeds.0.priority: must be at most 7'],
    [
      'an invalid filter',
      { seeds, topic: { filters: [{ terms: 'a', cutof: 1 }] } },
      'topic.filters.0.cutof: unknown; did you mean cutOff?',
    ],
    [
      'a key of another kind of filter',
      { seeds, topic: { filters: [{ terms: 'a', retrainPages: 500 }] } },
      'topic.filters.0.retrainPages: does not fit the other keys; it belongs to {model}',
    ],
    [
      'a key of several other kinds of filters',
      { seeds, topic: { filters: [{ sitesOk: ['a.test'], cutOff: 1 }] } },
      'topic.filters.0.cutOff: does not fit the other keys; it belongs to {terms} or {model}',
    ],
    [
      'an empty list',
      { seeds, topic: { filters: [{ metadata: [] }] } },
      'topic.filters.0.metadata: must have at least 1 entry',
    ],
    [
      'an invalid pattern of a provider of news',
      { seeds, news: { entities: [{ name: 'A', pages: ['HOST: a', 'HOST: ('] }] } },
      'news.entities.0.pages.1: error parsing regexp: missing closing ): `(`',
    ],
    [
      'an invalid pattern of an extraction rule',
      { seeds, extract: { rules: [{ name: 'a', pages: ['HOST: ('], fields: { b: 'h1' } }] } },
      'extract.rules.0.pages.0: error parsing regexp: missing closing ): `(`',
    ],
    [
      'an invalid IP address',
      { seeds, network: { resolve: { '*.test': 'here' } } },
      'network.resolve.*.test: must be an IP address, with a port or without',
    ],
    ...['http://a.test', 'a.test:80', 'a*.test', ''].map((name): [string, object, string] => [
      `a name of network.resolve such as ${JSON.stringify(name)}`,
      { seeds, network: { resolve: { [name]: '127.0.0.1' } } },
      `network.resolve.${name}: must be a host name without scheme and port, such as a.test or *.test`,
    ]),
    [
      'a wildcard inside a parameter name',
      { seeds, sessionIds: ['a*b'] },
      'sessionIds.0: must be a parameter name, or the beginning of one followed by *',
    ],
    [
      'an invalid host',
      { seeds, aliases: { 'a b': 'c' } },
      'aliases.a b: must be a host name, such as www.example.org',
    ],
    [
      'an invalid crawl name',
      { seeds, crawl: 'My crawl' },
      'crawl: must be lower-case letters, digits and . _ - only, at most 64',
    ],
    [
      'a user agent that robots.txt cannot address',
      { seeds, userAgent: '(bot)/1.0' },
      'userAgent: robots.txt cannot address "(bot)": the part before the first slash or space may contain only letters, digits and - _ ., as in Bogbot/1.0 (+https://example.org/bot)',
    ],
    [
      'a user agent with names of browsers only',
      { seeds, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0' },
      'userAgent: contains only names of browsers, which robots.txt cannot address: add the name of the crawler, as in Mozilla/5.0 (compatible; Bogbot/1.0; +https://example.org/bot)',
    ],
    ...['*.a', ':80', '', 'a b', 'a/b', 'me@a', 'https://a', 'a:70000', '[::1', '1.2.3.999', '%61.example'].map(
      (host): [string, object, string] => [
        `${JSON.stringify(host)} in robots.ignore`,
        { seeds, robots: { ignore: [host] } },
        'robots.ignore.0: must be a host name, with its port if it is not the default one; patterns are not allowed',
      ],
    ),
    ['a line break in the user agent', { seeds, userAgent: 'a\r\nb: c' }, 'userAgent: must be printable ASCII only'],
    ['a list', [], 'settings: must be a group of settings'],
  ])('%s', (_, given, line) => expect(faults(given)).toEqual([line]));
});

test('reports all faults at once', () => {
  expect(faults({ scope: 'world', limits: { pages: 0, maxDepth: -1 }, x: 1 })).toHaveLength(5);
});

function faults(given: unknown): readonly string[] {
  try {
    readSettings(given);
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
  return [];
}
