import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../../shared/local/search-index/sqlite-search-index.ts';
import type { IndexHits, SearchIndex } from '../../../../shared/ports/search-index.ts';
import { seen } from '../../../contracts/search-index.contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const RECORDS = 400;
/** A few more than half of the records: FTS5 gives words of half of the records nearly no weight. */
const APPLES = 205;
const BERRIES = 100;
const CEDARS = 10;
const LIMITS = { records: 1_000, hits: 250 };

const id = (i: number) => `r${i}`;
const url = (i: number) => `http://a.example/${i}`;

function textOf(i: number): string {
  const words = [
    i < APPLES && 'apple',
    i >= RECORDS - BERRIES && 'berry',
    i >= APPLES && i < APPLES + CEDARS && 'cedar',
  ];
  return [`page${i}`, ...words.filter((word) => word !== false)].join(' ');
}

/** A crawl writes by one connection, and a server reads by another, which has ranked in memory. */
async function crawlAndServer() {
  const folder = temporaryFolder();
  const open = () => {
    const db = openDatabase(`${folder}/index.sqlite`);
    onTestFinished(() => db.close());
    return sqliteSearchIndex(db, (text) => text, undefined, LIMITS);
  };
  const crawl = open();
  await crawl.write(
    'c',
    Array.from({ length: RECORDS }, (_, i) => seen(id(i), url(i), { title: 'page', text: textOf(i), at: 1 })),
  );
  const server = open();
  await search(server, ['apple', 'berry']);
  return { open, crawl, server };
}

const search = (index: SearchIndex, words: string[]): Promise<IndexHits> =>
  index.search('c', { words: words.map((word) => [word]), filters: {}, from: 0, size: 20 });

const removeApples = (crawl: SearchIndex, count: number) =>
  crawl.write(
    'c',
    Array.from({ length: count }, (_, i) => ({ kind: 'left' as const, id: id(i), url: url(i), at: 2 })),
  );

test('scores by the words of the records that another connection has left, without a search in memory', async () => {
  const { open, crawl, server } = await crawlAndServer();
  await removeApples(crawl, 10);
  const found = await search(server, ['apple', 'cedar']);
  expect(found).toEqual(await search(open(), ['apple', 'cedar']));
  expect(found.hits[0]!.score).toBeLessThan(20);
});

test('counts the records of words that another connection has left', async () => {
  const { open, crawl, server } = await crawlAndServer();
  await removeApples(crawl, 10);
  const counted = await server.statistics('c', ['apple']);
  expect(counted.matching).toEqual(new Map([['apple', APPLES - 10]]));
  expect(counted).toEqual(await open().statistics('c', ['apple']));
});

test('finds no similar word that another connection has removed', async () => {
  const { crawl, server } = await crawlAndServer();
  const similar = () => server.similarWords('c', { words: ['appel'], maxEdits: 2 }, 5);
  expect(await similar()).toEqual(['apple']);
  await removeApples(crawl, APPLES);
  expect(await similar()).toEqual([]);
});
