import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../shared/local/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { createApp } from '../../web/app.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { aWorld } from './fixtures.ts';

async function open(classes: readonly string[]) {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  const pages = classes.map((name, i) =>
    seen(`x${i}`, `http://h.example/${i}`, { classes: [{ class: name, score: 1 }] }),
  );
  await index.write('garden', [...pages, seen('none', 'http://h.example/none')]);
  const app = createApp({ ...aWorld({}).ports, search: (request) => search(request, { index }) });
  return (path: string) => app.request(path);
}

const CLASSES = ['Plants.Sundews', 'Plants.Sundews.Pygmy', 'Plants.Moss', 'Animals'];

test('shows the classes in two levels with the numbers of their pages, and links to them', async () => {
  const html = await (await (await open(CLASSES))('/browse')).text();
  expect(html).toContain('<h2><a href="/search?q=&amp;class=Plants">Plants</a> <span>3</span></h2>');
  expect(html).toContain('<li><a href="/browse?class=Plants.Sundews">Sundews</a> <span>2</span></li>');
  expect(html).toContain('<li><a href="/search?q=&amp;class=Plants.Moss">Moss</a> <span>1</span></li>');
  expect(html).toContain('<h2><a href="/search?q=&amp;class=Animals">Animals</a> <span>1</span></h2>');
});

test('shows the classes below one, and those above it', async () => {
  const get = await open(CLASSES);
  const html = await (await get('/browse?class=Plants.Sundews')).text();
  expect(html).toContain('<a href="/browse?class=Plants">Plants</a>');
  expect(html).toContain('<a href="/search?q=&amp;class=Plants.Sundews.Pygmy">Pygmy</a> <span>1</span>');
  expect(html).not.toContain('Moss');
  expect(await (await get('/browse?class=Plants&format=json')).json()).toEqual({
    crawl: 'garden',
    class: 'Plants',
    records: 3,
    classes: [
      { class: 'Plants.Sundews', records: 2 },
      { class: 'Plants.Moss', records: 1 },
      { class: 'Plants.Sundews.Pygmy', records: 1 },
    ],
  });
});

test('says that there are no classes, and is short with many', async () => {
  expect(await (await (await open([]))('/browse')).text()).toContain('have no classes');
  const many = Array.from({ length: 900 }, (_, i) => `A long name of branch ${i % 60}.Another long name ${i}`);
  const html = await (await (await open(many))('/browse')).text();
  expect(html).toContain('The 24 largest of 60 classes');
  expect(html.length).toBeLessThan(30_000);
});
