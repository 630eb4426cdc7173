import { expect, test } from 'vitest';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { unusedTopicSettings } from '../../shared/settings/topic/unused-settings.ts';

const seeds = ['https://a.test/'];
const terms = { terms: 'a', termsText: '1: a=A' };
const rules = { metadata: [{ field: 'a' }] };
const unused = (given: object) => unusedTopicSettings(readSettings({ seeds, ...given }));

test.each<[string, object, RegExp]>([
  ['what off-topic pages lead to, without a topic', { topic: { follow: 'relevant' } }, /^topic\.follow: has no effect/],
  [
    'filters after rules that decide about every page',
    { topic: { filters: [terms, { ...rules, follow: 'all' }, terms] } },
    /^topic\.filters\.2: is never consulted/,
  ],
  // Stored settings of crawls have such weights too, so they are no error.
  [
    'weights that algorithm 2 ignores',
    { topic: { filters: [terms, { ...terms, algorithm: 2, weights: { title: 3 } }] } },
    /^topic\.filters\.1\.weights: has no effect: algorithm 2 /,
  ],
  ['settings of another strategy', { cindi: { tunnelling: 'off' } }, /^cindi: has no effect/],
])('warns about %s', (_, given, message) => expect(unused(given)).toEqual([expect.stringMatching(message)]));

test.each<[string, object]>([
  ['defaults', {}],
  ['rules at the end', { topic: { follow: 'relevant', filters: [terms, { ...rules, follow: 'all' }] } }],
  ['rules that reject only', { topic: { filters: [{ ...rules, action: 'require', follow: 'all' }, terms] } }],
  ['the usual weights with algorithm 2', { topic: { filters: [{ ...terms, algorithm: 2, weights: { title: 10 } }] } }],
  ['the strategy cindi', { strategy: 'cindi', topic: { filters: [terms] }, cindi: { tunnelling: 'off' } }],
])('does not warn about %s', (_, given) => expect(unused(given)).toEqual([]));
