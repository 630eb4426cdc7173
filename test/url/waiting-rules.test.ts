import { expect, test } from 'vitest';
import { compileWaitingRules, type WaitingPage } from '../../shared/url/scope.ts';
import type { Url } from '../../shared/url/url.ts';

const SEED = 'http://a.example/seed' as Url;
const rules = { seeds: [SEED], maxDepth: 1, stopDirectories: ['old'], allow: ['*a.example*'], exclude: ['*/x/*'] };
const refuse = compileWaitingRules(rules);
const page = (url: string, more: Partial<WaitingPage> = {}): WaitingPage => ({
  ...{ url: url as Url, depth: 1, isKnown: false, isForced: false },
  ...more,
});

test.each<[string, Partial<WaitingPage>, string | undefined]>([
  ['http://a.example/', {}, undefined],
  ['http://a.example/x/', {}, 'excluded'],
  ['http://a.example/x/', { isKnown: true }, 'excluded'],
  ['http://a.example/old/', { isKnown: true }, 'stop-directory'],
  ['http://b.example/', {}, 'not-allowed'],
  // It may be a list, which `allow` does not concern.
  ['http://b.example/', { isKnown: true }, undefined],
  ['http://a.example/', { depth: 2 }, 'too-deep'],
  ['http://a.example/', { depth: 2, isKnown: true }, undefined],
  // The first depth may be larger than the present one.
  [SEED, { depth: 2 }, undefined],
  ['http://a.example/', { depth: 2, isForced: true }, undefined],
])('%s with %j: %s', (url, more, reason) => expect(refuse(page(url, more))).toBe(reason));
