import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uniqueName } from '../../infra/names.ts';
import { allSearchNames, checkSearchPrefix, firstSearchIndex, searchAlias } from '../../shared/ports/search-names.ts';
import { readSettings } from '../../shared/settings/settings.ts';

const prefixes = fc.stringMatching(/^[a-z][a-z0-9-]{0,4}$/);
const crawls = fc
  .tuple(fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,5}$/), fc.constantFrom('', '-000001', '_000001', '__a_000001'))
  .map((parts) => parts.join(''));
const covers = (pattern: string, name: string) => name.startsWith(pattern.slice(0, -1)) && pattern.endsWith('*');

test('no two crawls of any stacks share a name, be it an alias or an index, and a pattern covers its own stack alone', () => {
  fc.assert(
    fc.property(prefixes, crawls, prefixes, crawls, (prefix, crawl, other, another) => {
      const own = [searchAlias(prefix, crawl), firstSearchIndex(prefix, crawl)];
      expect(own[0]).not.toBe(own[1]);
      for (const name of own) {
        expect(covers(allSearchNames(prefix), name)).toBe(true);
        expect(covers(allSearchNames(other), name)).toBe(other === prefix);
        if (other === prefix && another === crawl) continue;
        expect([searchAlias(other, another), firstSearchIndex(other, another)]).not.toContain(name);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each(['a_b', 'A', '', '1a', 'a.b', 'a*'])('"%s" is refused as a prefix', (prefix) => {
  expect(() => checkSearchPrefix(prefix)).toThrow(/prefix/);
});

test.each(['Thresher', 'my-stack', 'a', 'A-very-long-name-of-a-stack'])('the prefix of the stack %s is one', (name) => {
  expect(() => checkSearchPrefix(uniqueName(name))).not.toThrow();
});

test.each(['_a', '-a', '.a'])('no crawl is called "%s": names of indices count on it', (crawl) => {
  expect(() => readSettings({ crawl, seeds: ['https://example.org/'] })).toThrow(/crawl/);
});
