import { expect, test } from 'vitest';
import { uniqueName } from '../../infra/names.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { allSearchNames, checkSearchPrefix, firstSearchIndex, searchAlias } from '../../shared/text/search-names.ts';

/** Prefixes that extend each other, or look like derived names. */
const PREFIXES = ['x', 'x-a', 'x-b', 'x-a-a', 'x-'];
const CRAWLS = ['a', 'a-a', 'b', 'b-a', 'a_a', '0', 'a.a'].flatMap((name) =>
  ['', '-000001', '_000001', '__a_000001', '_', '-'].map((end) => name + end),
);
const pairs = PREFIXES.flatMap((prefix) => CRAWLS.map((crawl) => [prefix, crawl] as const));
const namesOf = (prefix: string, crawl: string) => [searchAlias(prefix, crawl), firstSearchIndex(prefix, crawl)];

test('no two crawls of any stacks share an alias or index', () => {
  const names = pairs.flatMap(([prefix, crawl]) => namesOf(prefix, crawl));
  expect(new Set(names).size).toBe(2 * pairs.length);
});

test('the pattern of a stack matches exactly its own names', () => {
  for (const other of PREFIXES) {
    const pattern = allSearchNames(other);
    expect(pattern).toMatch(/^[^*]+\*$/);
    for (const [prefix, crawl] of pairs) {
      for (const name of namesOf(prefix, crawl)) {
        expect([name, name.startsWith(pattern.slice(0, -1))]).toEqual([name, prefix === other]);
      }
    }
  }
});

test.each(['a_b', 'A', '', '1a', 'a.b', 'a*'])('refuses the prefix "%s"', (prefix) => {
  expect(() => checkSearchPrefix(prefix)).toThrow(/prefix/);
});

test.each(['Thresher', 'my-stack', 'a', 'A-very-long-name-of-a-stack'])(
  'accepts the prefix of the stack %s',
  (name) => {
    expect(() => checkSearchPrefix(uniqueName(name))).not.toThrow();
  },
);

test.each(['_a', '-a', '.a'])('refuses the crawl name "%s", on which index names rely', (crawl) => {
  expect(() => readSettings({ crawl, seeds: ['https://example.org/'] })).toThrow(/crawl/);
});
