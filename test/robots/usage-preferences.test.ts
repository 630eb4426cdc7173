import { expect, test } from 'vitest';
import { parseRobots } from '../../shared/robots/rules.ts';
import type { Url } from '../../shared/url/url.ts';

const ORIGIN = 'https://bog.example';

const preferencesOf = (file: string, path = '/moss') =>
  parseRobots(file, 'thresher', ORIGIN).preferences(`${ORIGIN}${path}` as Url);

test.each([
  ['no field, no preferences', 'User-agent: *\nAllow: /', {}],
  [
    'Content-Signal, before or after the rules',
    'User-agent: *\nAllow: /\ncontent-signal: search=yes, ai-train=no # ours',
    { 'content-signal': 'search=yes, ai-train=no' },
  ],
  ['Content-Usage', 'User-agent: *\nContent-Usage: train-ai=n', { 'content-usage': 'train-ai=n' }],
  [
    'both fields',
    'User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=n',
    { 'content-signal': 'ai-train=no', 'content-usage': 'train-ai=n' },
  ],
  [
    'a field above the first group',
    'Content-Signal: ai-train=no\n\nUser-agent: thresher\nAllow: /',
    { 'content-signal': 'ai-train=no' },
  ],
  ['the group of another agent', 'User-agent: otherbot\nContent-Signal: ai-train=no', {}],
  [
    'a group of the agent without any',
    'User-agent: *\nContent-Signal: ai-train=no\nUser-agent: thresher\nAllow: /',
    {},
  ],
  [
    'groups with nothing else',
    'User-agent: *\nContent-Usage: train-ai=n\n\nUser-agent: otherbot\nUser-agent: cowberry\nContent-Usage: train-ai=y',
    { 'content-usage': 'train-ai=n' },
  ],
  [
    'a group of the agent with nothing else',
    'User-agent: thresher\nContent-Usage: train-ai=n\nUser-agent: *\nContent-Usage: train-ai=y',
    { 'content-usage': 'train-ai=n' },
  ],
  [
    'a group below those of 150 other agents',
    `${'User-agent: otherbot\nContent-Signal: ai-train=no\nDisallow: /\n'.repeat(150)}User-agent: *\nContent-Signal: search=yes`,
    { 'content-signal': 'search=yes' },
  ],
  [
    'a path that does not match',
    'User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /press/ train-ai=y',
    { 'content-usage': 'train-ai=n' },
  ],
  [
    'the longest path that matches, in any order',
    'User-agent: *\nContent-Usage: /m*s train-ai=y\nContent-Usage: train-ai=n\nContent-Usage: /mo bots=n',
    { 'content-usage': 'train-ai=y' },
  ],
  [
    'two lines with one path',
    'User-agent: *\nContent-Signal: search=yes\nContent-Signal: ai-train=no\nContent-Signal: ai-train=no',
    { 'content-signal': 'search=yes, ai-train=no' },
  ],
  ['a path alone', 'User-agent: *\nContent-Usage: /moss', {}],
  ['an empty value', 'User-agent: *\nContent-Signal:', {}],
])('reads usage preferences: %s', (_name, file, expected) => {
  expect(preferencesOf(file)).toEqual(expected);
});

test('a line with preferences neither ends a group of agents nor changes its delay', () => {
  const file =
    'User-agent: thresher\nContent-Signal: ai-train=no\nUser-agent: otherbot\nCrawl-delay: 7\nDisallow: /moss';
  const rules = parseRobots(file, 'thresher', ORIGIN);
  expect(rules.allowed(`${ORIGIN}/moss` as Url)).toBe(false);
  expect(rules.crawlDelayS).toBe(7);
  expect(rules.preferences(`${ORIGIN}/moss` as Url)).toEqual({ 'content-signal': 'ai-train=no' });
});

test('reads the first 100 lines of a hostile file', () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `Content-Signal: /m a${n}=no`);
  const value = preferencesOf(`User-agent: *\n${lines.join('\n')}`)['content-signal']!;
  expect(value.split(', ')).toHaveLength(100);
});
