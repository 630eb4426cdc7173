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
  ['settings of another strategy', { cindi: { tunnelling: 'off' } }, /^cindi: has no effect/],
])('warns about %s', (_, given, message) => expect(unused(given)).toEqual([expect.stringMatching(message)]));

test.each<[string, object]>([
  ['defaults', {}],
  ['rules at the end', { topic: { follow: 'relevant', filters: [terms, { ...rules, follow: 'all' }] } }],
  ['rules that reject only', { topic: { filters: [{ ...rules, action: 'require', follow: 'all' }, terms] } }],
  ['the strategy cindi', { strategy: 'cindi', topic: { filters: [terms] }, cindi: { tunnelling: 'off' } }],
])('does not warn about %s', (_, given) => expect(unused(given)).toEqual([]));
