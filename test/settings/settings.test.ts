import { describe, expect, test } from 'vitest';
import { SettingsError } from '../../shared/settings/faults.ts';
import { readSettings } from '../../shared/settings/settings.ts';

const seeds = ['https://example.org/'];

test('seeds alone are enough: everything else has a default', () => {
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

test('reading what was read changes nothing, so that stored settings can be read back', () => {
  const settings = readSettings({ seeds, topic: { filters: [{ terms: 'plants.txt', termsText: '1: sundew=CP' }] } });
  expect(readSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

test.each([
  ['without a topic the scope is the hosts of the seeds', { seeds }, 'host'],
  ['with a topic the scope is any host', { seeds, topic: { filters: [{ sitesOk: ['example.org'] }] } }, 'any'],
  ['a scope that is given counts', { seeds, scope: 'domain', topic: { filters: [{ sitesOk: ['a'] }] } }, 'domain'],
])('%s', (_, given, scope) => expect(readSettings(given).scope).toBe(scope));

test('an empty section means its defaults', () => {
  expect(readSettings({ seeds, limits: null }).limits.maxPathDepth).toBe(7);
});

describe('what is wrong is named with its place', () => {
  test.each<[string, object, string]>([
    ['nothing', {}, 'seeds: is missing'],
    ['no seed', { seeds: [] }, 'seeds: at least one seed'],
    ['a misspelt key', { seeds, scop: 'host' }, 'scop: unknown; did you mean scope?'],
    ['a key of another group', { seeds, hostPauseMs: 5 }, 'hostPauseMs: unknown; did you mean politeness.hostPauseMs?'],
    ['a name used elsewhere', { seeds, limits: { depth: 3 } }, 'limits.depth: unknown; did you mean limits.maxDepth?'],
    ['a strange key', { seeds, zzzzzz: 1 }, 'zzzzzz: unknown'],
    ['a text for a number', { seeds, concurrency: 'all' }, 'concurrency: must be a number'],
    ['a fraction', { seeds, concurrency: 1.5 }, 'concurrency: must be a whole number'],
    ['too little', { seeds, limits: { pages: 0 } }, 'limits.pages: must be at least 1'],
    ['too much', { seeds, limits: { maxRedirects: 99 } }, 'limits.maxRedirects: must be at most 20'],
    ['no such word', { seeds, scope: 'world' }, 'scope: must be one of host, domain, prefix, any'],
    [
      'a seed of no kind',
      { seeds: [5] },
      'seeds.0: must be an address, {url, priority}, {file} or another source of seeds',
    ],
    ['a faulty seed', { seeds: [{ url: 'https://a/', priority: 9 }] }, 'seeds.0.priority: must be at most 7'],
    [
      'a faulty filter',
      { seeds, topic: { filters: [{ terms: 'a', cutof: 1 }] } },
      'topic.filters.0.cutof: unknown; did you mean cutOff?',
    ],
    [
      'no address',
      { seeds, network: { resolve: { '*.test': 'here' } } },
      'network.resolve.*.test: must be an IP address, with a port or without',
    ],
    [
      'a star within',
      { seeds, sessionIds: ['a*b'] },
      'sessionIds.0: a parameter is a whole name, or the beginning of names with a * at its end',
    ],
    ['no host', { seeds, aliases: { 'a b': 'c' } }, 'aliases.a b: an alias is a host, as in www.example.org'],
    ['a strange name', { seeds, crawl: 'My crawl' }, 'crawl: lower-case letters, digits and . _ - only, at most 64'],
    [
      'a user agent that no robots.txt can name',
      { seeds, userAgent: '(bot)/1.0' },
      'userAgent: no robots.txt can name "(bot)": what stands before the first slash or blank may have letters, digits and - _ . only, as in Bogbot/1.0 (+https://example.org/bot)',
    ],
    [
      'a user agent that is a browser’s',
      { seeds, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0' },
      'userAgent: only a browser’s names are in it, and no robots.txt can name that: name the crawler, as in Mozilla/5.0 (compatible; Bogbot/1.0; +https://example.org/bot)',
    ],
    ...['*.a', ':80', '', 'a b', 'a/b', 'me@a', 'https://a', 'a:70000', '[::1', '1.2.3.999', '%61.example'].map(
      (host): [string, object, string] => [
        `${JSON.stringify(host)} as a host where robots.txt is ignored`,
        { seeds, robots: { ignore: [host] } },
        'robots.ignore.0: the name of a host, with its port if it is not the usual one; no patterns',
      ],
    ),
    ['a line break in the user agent', { seeds, userAgent: 'a\r\nb: c' }, 'userAgent: printable ASCII only'],
    ['a list', [], 'settings: must be a group of settings'],
  ])('%s', (_, given, line) => expect(faults(given)).toEqual([line]));
});

test('every fault is told at once', () => {
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
