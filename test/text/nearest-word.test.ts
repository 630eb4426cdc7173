import { expect, test } from 'vitest';
import { nearestWord } from '../../shared/text/nearest-word.ts';

test.each([
  ['politness', ['politeness', 'limits'], 'politeness'],
  ['CONCURRENCY', ['concurrency'], 'concurrency'],
  ['maxdepth', ['limits.maxDepth', 'limits.pages'], 'limits.maxDepth'],
  ['xyz', ['scope', 'allow'], undefined],
  ['ab', ['x'], undefined],
  ['lang', ['name', 'language', 'site'], 'language'],
  ['host', ['hostPauseMs', 'hostsPerRun', 'hosts'], 'hosts'],
  ['la', ['language'], undefined],
  ['css', ['budget.usd', 'all'], undefined],
  ['usb', ['budget.usd'], 'budget.usd'],
  ['pauseMs', ['limits.pages', 'politeness.hostPauseMs'], 'politeness.hostPauseMs'],
  ['maxPages', ['pages', 'maxDepth'], 'pages'],
  ['timeoutMs', ['connectTimeoutMs', 'firstByteTimeoutMs'], undefined],
])('suggests for %s from %j: %s', (word, words, found) => expect(nearestWord(word, words)).toBe(found));

test('is fast for a word of a million letters', () => {
  expect(nearestWord('a'.repeat(1_000_000), Array(500).fill('scope') as string[])).toBeUndefined();
});
