import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
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

test('the only branch of a tree shows more of its classes than one of several', async () => {
  const classes = Array.from({ length: 30 }, (_, i) => `Plants.Kind ${i}`);
  const shown = async (given: string[]) =>
    (await (await (await open(given))('/browse')).text()).match(/>Kind \d+</g)?.length;
  expect(await shown(classes)).toBe(24);
  expect(await shown([...classes, 'Animals'])).toBe(6);
});

test('says that there are no classes, and is short with many', async () => {
  expect(await (await (await open([]))('/browse')).text()).toContain('have no classes');
  const many = Array.from({ length: 900 }, (_, i) => `A long name of branch ${i % 60}.Another long name ${i}`);
  const html = await (await (await open(many))('/browse')).text();
  expect(html).toContain('The 24 largest of 60 classes');
  expect(html.length).toBeLessThan(30_000);
});

/** Opens the pages over records with several classes each. */
async function openWithClasses(classesOf: readonly (readonly string[])[]) {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  const pages = classesOf.map((names, i) =>
    seen(`x${i}`, `http://h.example/${i}`, { classes: names.map((name) => ({ class: name, score: 1 })) }),
  );
  await index.write('garden', pages);
  const app = createApp({ ...aWorld({}).ports, search: (request) => search(request, { index }) });
  return async (path: string) => (await app.request(path)).text();
}

const TWO = [
  ['Plants.Sundews', 'Region.North'],
  ['Plants.Sundews', 'Region.South Coast'],
  ['Plants.Moss', 'Region.North'],
  ['Region.North'],
];

test('shows two vocabularies side by side, the second counted among the pages of the first', async () => {
  const get = await openWithClasses(TWO);
  const html = await get('/browse?class=Plants&beside=Region');
  const [left, right] = html.split('class="other"') as [string, string];
  expect(left).toContain('>Sundews</a> <span>2</span>');
  expect(right).toContain('>North</a> <span>2</span>');
  expect(right).toContain('>South Coast</a> <span>1</span>');
  const sundews = (await get('/browse?class=Plants.Sundews&beside=Region')).split('class="other"')[1]!;
  expect(sundews).toContain('>North</a> <span>1</span>');
});

test('the links of the second vocabulary find the pages that are in both classes', async () => {
  const get = await openWithClasses(TWO);
  for (const [name, records] of [
    ['North', 2],
    ['South Coast', 1],
  ]) {
    const html = await get('/browse?class=Plants&beside=Region');
    const href = new RegExp(`href="([^"]*)">${name}</a>`).exec(html)![1]!.replaceAll('&amp;', '&');
    expect(await get(`${href}`)).toContain(`${records} result`);
  }
});

test('offers the other vocabularies that the pages of a class have', async () => {
  const get = await openWithClasses(TWO);
  expect(await get('/browse?class=Plants')).toContain('<a href="/browse?class=Plants&amp;beside=Region">Region</a>');
  expect(await get('/browse')).toContain('beside=');
  expect(await (await openWithClasses([['Plants.Moss']]))('/browse')).not.toContain('beside=');
  expect(await get('/browse?class=Plants&beside=Region&format=json')).toContain(
    '"beside":{"class":"Region","classes":[{"class":"Region.North","records":2}',
  );
});

test('two large vocabularies are below 30 KB', async () => {
  const names = (kind: string) =>
    Array.from({ length: 300 }, (_, i) => `${kind}.A long name of branch ${i % 40}.Another long name ${i}`);
  const get = await openWithClasses(names('Plants').map((name, i) => [name, names('Region')[i]!]));
  expect((await get('/browse?class=Plants&beside=Region')).length).toBeLessThan(30_000);
});
