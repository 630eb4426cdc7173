import { expect, test } from 'vitest';
import { createRulesCache } from '../../shared/robots/rules-cache.ts';

const ORIGIN = 'http://a.example';

/** A long file whose last rule disallows a path. */
const file = (path: string) =>
  `User-agent: *\n${Array.from({ length: 500 }, (_, i) => `Disallow: /long/path/${i}*x\n`).join('')}Disallow: ${path}\n`;
const LENGTH = file('/x').length;

test('keeps the rules of a text', () => {
  const cache = createRulesCache();
  const rules = cache(file('/x'), 'thresher', ORIGIN);
  expect(cache(file('/x'), 'thresher', ORIGIN)).toBe(rules);
  expect(rules.allowed('http://a.example/x' as never)).toBe(false);
});

test.each([
  ['text', file('/y'), 'thresher', ORIGIN],
  ['agent', file('/x'), 'another', ORIGIN],
  ['origin', file('/x'), 'thresher', 'http://b.example'],
])('parses the file of another %s', (_what, text, agent, origin) => {
  const cache = createRulesCache();
  const rules = cache(file('/x'), 'thresher', ORIGIN);
  expect(cache(text, agent, origin)).not.toBe(rules);
});

test('follows a file that changes', () => {
  const cache = createRulesCache();
  const isAllowed = (text: string) => cache(text, 'thresher', ORIGIN).allowed('http://a.example/x' as never);
  expect([file('/x'), file('/y'), file('/x')].map(isAllowed)).toEqual([false, true, false]);
});

test('drops the least recently used rules beyond the limit', () => {
  const cache = createRulesCache(2.5 * LENGTH);
  const rulesOf = (name: string) => cache(file('/x'), 'thresher', `http://${name}.example`);
  const [a, b] = [rulesOf('a'), rulesOf('b')];
  expect(rulesOf('a')).toBe(a);
  rulesOf('c');
  expect(rulesOf('a')).toBe(a);
  expect(rulesOf('b')).not.toBe(b);
});

test('keeps no rules of short files, nor of one beyond the limit', () => {
  const short = 'User-agent: *\nDisallow: /x\n';
  const cache = createRulesCache(LENGTH - 1);
  for (const text of [short, file('/x')])
    expect(cache(text, 'thresher', ORIGIN)).not.toBe(cache(text, 'thresher', ORIGIN));
});
