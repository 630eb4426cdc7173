import { expect, test } from 'vitest';
import { findJsonTexts as findTexts } from '../../../shared/clean/embedded/json-texts.ts';

const TEXT = 'The sundew catches flies with its sticky leaves, and digests them within a few days of very quiet work.';
const findJsonTexts = (roots: readonly unknown[]) => findTexts(roots).map(({ html }) => html);
const DEEP = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
const block = (properties: object) => [{ ...properties, children: [{ type: 'text', text: TEXT }] }];

test.each([
  ['an object with a property toString', { toString: 1 }],
  ['a deeply nested list', DEEP],
])('reads texts beside types, styles and levels that are %s', (_what, value) => {
  expect(findJsonTexts([{ body: block({ type: value }) }])).toEqual([`<p>${TEXT}</p>`]);
  expect(findJsonTexts([{ body: block({ style: value, tag: value }) }])).toEqual([`<p>${TEXT}</p>`]);
  expect(findJsonTexts([{ body: block({ type: 'heading', attrs: { level: value } }) }])).toEqual([`<p>${TEXT}</p>`]);
  expect(findJsonTexts([{ '@type': [value], text: TEXT }])).toEqual([`<p>${TEXT}</p>`]);
});

test('reads long lists with a very long name in linear time', () => {
  const list = Array.from({ length: 5000 }, (_, i) => `<p>${i}: ${TEXT}</p>`);
  const name = 'a'.repeat(1_000_000);
  expect(findJsonTexts([{ [name]: list }])).toHaveLength(list.length);
}, 10_000);

test('tells which titled objects are around a text', () => {
  const post = { title: 'Sundew', slug: 'sundew', content: { parts: [{ text: TEXT }] } };
  expect(findTexts([{ name: 'The Bog', posts: [post] }])).toEqual([
    {
      html: `<p>${TEXT}</p>`,
      within: { title: 'Sundew', isLinked: true, outer: { title: 'The Bog', isLinked: false, outer: undefined } },
    },
  ]);
  expect(findTexts([{ title: '', text: TEXT }])[0]?.within).toBeUndefined();
});
