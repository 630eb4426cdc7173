import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const NEWS =
  'The path through the bog is closed on Sunday because of the storm. Tickets for the tower are valid on any other day of the week.';
const LONG =
  'The sundew catches flies with its sticky leaves and digests them within a few days. It grows on peat that is poor in salts, and flowers in July. '.repeat(
    3,
  );
const RELATED = ['Moss', 'Heron', 'Peat'].map((title, n) => ({ title, slug: `/${n}`, excerpt: `${title}. ${LONG}` }));

/** Returns the text of a page with data for its script. */
const textOf = (main: string, props: unknown) =>
  cleanHtml(
    'http://bog.example/news/7' as Url,
    `<title>Path closed – The Bog</title><main>${main}</main><script type="application/json">${JSON.stringify({ props })}</script>`,
    DEFAULT_CLEAN_OPTIONS,
  ).text;

test.each([
  ['related articles', { post: { title: 'Path closed', body: `<p>${NEWS}</p>` }, related: RELATED }],
  ['only other articles', { posts: RELATED }],
  ['texts of other pages without titles', { home: { text: LONG }, about: { text: `${LONG} ${LONG}` } }],
])('keeps a short text that the page shows if its data have %s', (_what, props) => {
  expect(textOf(`<h1>Path closed</h1><p>${NEWS}</p>`, props)).toContain(NEWS);
  expect(textOf(`<h1>Path closed</h1><p>${NEWS}</p>`, props)).not.toContain('sticky leaves');
});

test('reads the text of an article of which the page shows the first sentences', () => {
  const post = { title: 'Path closed', excerpt: NEWS, parts: [{ body: `<p>${LONG}</p>` }] };
  expect(textOf(`<h1>Path closed</h1><p>${NEWS}</p>`, { post })).toContain('sticky leaves');
});

test('leaves out related articles of an article that the page does not show', () => {
  const post = { headline: 'Path closed', url: '/news/7', body: `<p>${NEWS} ${NEWS}</p>`, faq: [{ answer: LONG }] };
  const text = textOf('<p>Loading</p>', {
    post,
    related: RELATED,
    note: { title: 'Note', text: `Mind the gap. ${LONG}` },
  });
  expect(text).toContain(NEWS);
  expect(text).toContain('sticky leaves');
  expect(text).toContain('Mind the gap');
  expect(text).not.toContain('Heron');
});

test('reads all texts of a page that shows none and has no article of its title', () => {
  expect(textOf('<p>Loading</p>', { posts: RELATED })).toContain('Heron');
});

test('takes text for that of the page if it is in its main content or below a heading', () => {
  const data = `<script type="application/json">${JSON.stringify({ posts: RELATED })}</script>`;
  const read = (html: string) => cleanHtml('http://bog.example/' as Url, html + data, DEFAULT_CLEAN_OPTIONS).text;
  expect(read(`<title>The Bog</title><h1>Path closed</h1><p>${NEWS}</p>`)).toContain(NEWS);
  expect(read(`<title>The Bog</title><div>${NEWS}</div>`)).toContain('Heron');
});
