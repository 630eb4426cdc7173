import { expect, test } from 'vitest';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../../shared/search/search.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { seen } from '../../contracts/search-index.contract.ts';

test('scores fall from page to page, also if the first page that is read is a late one', async () => {
  const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const pages = Array.from({ length: 90 }, (_, i) =>
    seen(`p${i}`, `http://h${i}.example/`, { text: `moss ${'and other plants of the bog '.repeat(i)}` }),
  );
  await index.write('bogs', pages);
  const scoresFrom = async (from: number, more: object = {}) => {
    const { hits } = await search({ crawl: 'bogs', q: 'moss', from, size: 10, ...more }, { index });
    return hits.map(({ score }) => score);
  };
  for (const more of [{}, { collapse: 'host' as const }]) {
    const whole = await search({ crawl: 'bogs', q: 'moss', from: 0, size: 70, ...more }, { index });
    const late = await scoresFrom(60, more);
    expect(late).toEqual(whole.hits.slice(60, 70).map(({ score }) => score));
    expect(Math.max(...late)).toBeLessThanOrEqual(Math.min(...(await scoresFrom(40, more))));
  }
});

/** 60 pages in a language without stemming have a word of the query as it is, and 150 in English have its stem. */
const QUOTING = Array.from({ length: 60 }, (_, i) =>
  seen(`q${i}`, `http://q${i}.example/`, { language: 'ja', text: `package ${'other words of the page '.repeat(2)}` }),
);
const ENGLISH = Array.from({ length: 150 }, (_, i) =>
  seen(`e${i}`, `http://e${i}.example/`, { language: 'en', text: `packages ${'other words of the page '.repeat(4)}` }),
);
const ABOUT = seen('about', 'http://about.example/', {
  language: 'en',
  text: `packages ${'packages in other words of the page '.repeat(4)}`,
});

test.each([
  ['by SQL', undefined],
  ['in memory', { records: 1_000, hits: 1 }],
])('an English word is no rarer in pages of a language that does not stem it, ranked %s', async (_, limits) => {
  const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString, undefined, limits);
  await index.write('apt', [...QUOTING, ...ENGLISH, ABOUT]);
  const { hits } = await search({ crawl: 'apt', q: 'packages', size: 1 }, { index });
  expect(hits.map(({ id }) => id)).toEqual(['about']);
});
