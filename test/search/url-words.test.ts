import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const PAGES = [
  seen('moss', 'http://a.example/wiki/sphagnum', { title: 'Moss', text: 'A wiki has a page on moss.', at: 1 }),
  seen('fen', 'http://a.example/wiki/fens', { title: 'Fens', text: 'Moss moss moss.', at: 2 }),
  seen('bog', 'http://b.example/bogs', { title: 'Sphagnun bogs', text: 'Moss of a bog.', at: 3 }),
];

async function find(q: string) {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  await index.write('bogs', PAGES);
  return search({ crawl: 'bogs', q, facets: ['host'] }, { index }, { languages: ['en'] });
}

test('words of URLs do not rank: pages have the order of the other words, or come newest first', async () => {
  const ids = async (q: string) => (await find(q)).hits.map(({ id }) => id);
  expect(await ids('url:wiki')).toEqual(['fen', 'moss']);
  expect(await ids('title:moss url:wiki')).toEqual(['moss']);
  const scores = async (q: string) => (await find(q)).hits.map(({ id, score }) => [id, score]);
  expect(await scores('moss url:wiki')).toEqual(await scores('moss site:a.example'));
});

test('words of URLs are not marked in snippets', async () => {
  const shown = async (q: string) => {
    const hit = (await find(q)).hits.find(({ id }) => id === 'moss')!;
    return { snippet: hit.snippet, marks: hit.marks };
  };
  expect(await shown('moss url:wiki')).toEqual(await shown('moss'));
  expect(await shown('url:wik* moss')).toEqual(await shown('moss'));
  expect(await shown('moss wiki')).not.toEqual(await shown('moss'));
});

test('words of URLs are not proposed, nor corrected, and facets have whole hosts', async () => {
  expect((await find('sphagnm')).didYouMean).toMatchObject({ query: 'sphagnun' });
  expect((await find('url:sphagnm')).didYouMean).toBeUndefined();
  expect((await find('url:wiki')).facets.host).toEqual([{ value: 'a.example', count: 2 }]);
});
