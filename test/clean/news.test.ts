import { expect, test } from 'vitest';
import { compileNewsRules, type NewsSource } from '../../shared/clean/news.ts';
import type { Url } from '../../shared/url/url.ts';

const newsOf = compileNewsRules([
  { name: 'EAC', pages: ['HOST: (^|\\.)eac\\.example$', '*://news.example/eac/*'] },
  { name: 'Rest', pages: ['*.example'] },
]);
const of = (url: string, more: Partial<NewsSource> = {}) =>
  newsOf({ url: url as Url, publisher: null, metadata: {}, listing: {}, ...more });

test('uses the first entity whose patterns match', () => {
  expect(of('https://www.eac.example/a')['entity']).toEqual(['EAC']);
  expect(of('https://news.example/eac/1')['entity']).toEqual(['EAC']);
  expect(of('https://news.example/b')['entity']).toEqual(['Rest']);
  expect(of('https://other.test/')['entity']).toBeUndefined();
});

test('uses the publisher as the source, otherwise the host', () => {
  expect(of('https://a.test/', { publisher: 'The Paper' })['source']).toEqual(['The Paper']);
  expect(of('https://a.test/')['source']).toEqual(['a.test']);
});

test('takes category, title and summary from the listing, and the category from the page if the listing has none', () => {
  const listing = { category: 'World', title: 'T', summary: 'S' };
  const metadata = { 'article:section': ['Politics'] };
  expect(of('https://a.test/', { listing, metadata })).toEqual({
    source: ['a.test'],
    category: ['World'],
    listedTitle: ['T'],
    summary: ['S'],
  });
  expect(of('https://a.test/', { metadata })['category']).toEqual(['Politics']);
});
