import { expect, test } from 'vitest';
import { keySet, packedKeyLookup } from '../../shared/url/key-set.ts';
import { compileScope, type ScopeRules, scopeKey } from '../../shared/url/scope.ts';
import type { Url } from '../../shared/url/url.ts';

test('a packed set has what was put into it, once, and nothing else', () => {
  const set = keySet();
  for (let turn = 0; turn < 2; turn++) for (let i = 0; i < 20_000; i++) set.add(`host${i}.example`);
  expect(set.size()).toBe(20_000);
  const packed = set.pack();
  expect(packed.length).toBeLessThan(20_000 * 11);
  const has = packedKeyLookup(packed);
  for (let i = 0; i < 20_000; i++) if (!has(`host${i}.example`)) expect.fail(`host${i}`);
  for (let i = 20_000; i < 40_000; i++) if (has(`host${i}.example`)) expect.fail(`host${i}`);
});

test('an empty one has nothing', () => {
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
])('seeds that are known by their key alone have the scope %s: %s', (scope, url, reason) => {
  const set = keySet();
  set.add(scopeKey(scope, seed));
  const rules: ScopeRules = { ...RULES, scope, seedKeys: [set.pack()] };
  expect(compileScope(rules)({ url: url as Url, depth: 1, discovered: 'link' })).toBe(reason);
});

test('a seed is in scope wherever it stands', () => {
  const judge = compileScope({ ...RULES, scope: 'host', seeds: ['http://bog.example/'] });
  expect(judge({ url: 'http://other.example/' as Url, depth: 0, discovered: 'seed' })).toBeUndefined();
});
