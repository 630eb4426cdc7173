import { expect, test } from 'vitest';
import { keySet, packedKeyLookup } from '../../shared/url/key-set.ts';
import { compileScope, type ScopeRules } from '../../shared/url/scope.ts';
import { scopeKey } from '../../shared/url/scope-key.ts';
import type { Url } from '../../shared/url/url.ts';

test('a packed set contains exactly the added keys', () => {
  const set = keySet();
  for (let round = 0; round < 2; round++) for (let i = 0; i < 20_000; i++) set.add(`host${i}.example`);
  expect(set.size()).toBe(20_000);
  const packed = set.pack();
  expect(packed.length).toBeLessThan(20_000 * 11);
  const has = packedKeyLookup(packed);
  for (let i = 0; i < 20_000; i++) if (!has(`host${i}.example`)) expect.fail(`host${i}`);
  for (let i = 20_000; i < 40_000; i++) if (has(`host${i}.example`)) expect.fail(`host${i}`);
});

test('an empty set contains nothing', () => {
  expect([keySet().pack(), packedKeyLookup('')('a')]).toEqual(['', false]);
});

const RULES = { seeds: [], allow: [], exclude: [], binaryExtensions: [], maxDepth: null, maxPathDepth: 7 };
const seed = 'http://www.bog.example/moss/index.html' as Url;

test.each<[scope: 'host' | 'domain' | 'prefix', url: string, reason: 'scope' | undefined]>([
  ['host', 'https://bog.example/x', undefined],
  ['host', 'http://de.bog.example/x', 'scope'],
  ['domain', 'http://de.bog.example/x', undefined],
  ['domain', 'http://fen.example/x', 'scope'],
  ['prefix', 'http://bog.example/moss/deep/page?x=/y/', undefined],
  ['prefix', 'http://bog.example/mossy', 'scope'],
])('applies the scope %s to packed seed keys: %s', (scope, url, reason) => {
  const set = keySet();
  set.add(scopeKey(scope, seed));
  const rules: ScopeRules = { ...RULES, scope, seedKeys: [set.pack()] };
  expect(compileScope(rules)({ url: url as Url, depth: 1, discovered: 'link' })).toBe(reason);
});

test('a seed is always in scope', () => {
  const filter = compileScope({ ...RULES, scope: 'host', seeds: ['http://bog.example/'] });
  expect(filter({ url: 'http://other.example/' as Url, depth: 0, discovered: 'seed' })).toBeUndefined();
});
