import { expect, test } from 'vitest';
import { compileDeleted, mergeDeleted, NOTHING_DELETED, withoutDeleted } from '../../shared/url/deleted.ts';
import { compileScope } from '../../shared/url/scope.ts';
import type { Url } from '../../shared/url/url.ts';

const RULES = {
  hosts: ['old.example:81'],
  prefixes: ['https://bog.example/staff/', 'https://bog.example/x'],
  urls: ['https://bog.example/wiki/Moss'],
  records: ['a'.repeat(64)],
};

test.each([
  ['http://old.example:81/any', true],
  ['http://old.example/any', false],
  ['http://www.old.example:81/', false],
  ['https://bog.example/staff/ann', true],
  ['https://bog.example/staff', false],
  ['https://bog.example/xy', true],
  ['http://bog.example/staff/ann', false],
  ['https://bog.example/wiki/Moss', true],
  ['https://bog.example/wiki/Mosses', false],
  ['https://bog.example/wiki/Moss?action=print', false],
])('%s is deleted: %s', (url, isDeleted) => {
  const deleted = compileDeleted(RULES)!;
  expect(deleted.hasUrl(url as Url)).toBe(isDeleted);
  expect(deleted.hasRecord('a'.repeat(64))).toBe(true);
  expect(deleted.hasRecord('b'.repeat(64))).toBe(false);
});

test('compiles to nothing if nothing is deleted', () => {
  expect(compileDeleted(NOTHING_DELETED)).toBeUndefined();
});

test('refuses deleted URLs before any other rule, seeds included', () => {
  const rules = { allow: [], exclude: [], binaryExtensions: [], maxDepth: 3, maxPathDepth: 9, seeds: [] };
  const scope = compileScope({ ...rules, scope: 'any', deleted: RULES });
  const url = 'https://bog.example/staff/ann' as Url;
  expect(scope({ url, depth: 0, discovered: 'seed' })).toBe('deleted');
  expect(scope({ url, depth: 99, discovered: 'link' })).toBe('deleted');
  expect(scope({ url: 'https://bog.example/' as Url, depth: 0, discovered: 'seed' })).toBeUndefined();
});

test('merges and removes rules', () => {
  const both = mergeDeleted(RULES, { ...NOTHING_DELETED, hosts: ['a.example', 'old.example:81'] });
  expect(both.hosts).toEqual(['a.example', 'old.example:81']);
  expect(withoutDeleted(both, RULES)).toEqual({ ...NOTHING_DELETED, hosts: ['a.example'] });
});
