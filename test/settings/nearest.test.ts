import { expect, test } from 'vitest';
import { nearest } from '../../shared/settings/nearest.ts';

test.each([
  ['politness', ['politeness', 'limits'], 'politeness'],
  ['CONCURRENCY', ['concurrency'], 'concurrency'],
  ['maxdepth', ['limits.maxDepth', 'limits.pages'], 'limits.maxDepth'],
  ['xyz', ['scope', 'allow'], undefined],
  ['ab', ['x'], undefined],
])('for %s the nearest of %j is %s', (word, words, found) => expect(nearest(word, words)).toBe(found));
