import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const END = Date.parse('2030-06-25T15:00:00Z');
const ask = async (nowMs?: number) =>
  (await search({ crawl: 'main', q: 'sundew' }, { index }, nowMs ? { nowMs } : {})).hits;

const EVENT = [
  { text: 'a;2002p1', parts: { eventid: 'a', period: '2002p1' } },
  { text: 'b', reason: '1 parts instead of 2' },
];

beforeAll(async () => {
  const page = (id: string, rest: object) =>
    seen(id, `http://${id}.example/`, { title: id, text: 'The sundew catches flies.', language: 'en', ...rest });
  await index.write('main', [
    page('silent', { directives: ['nosnippet'], description: 'The sundew.' }),
    page('uncopied', { directives: ['noarchive'] }),
    page('passing', { unavailableAfter: END }),
    page('fields', { genre: 'article', fields: { event: EVENT } }),
  ]);
});

test('shows a page with nosnippet without any of its text', async () => {
  expect((await ask()).find(({ id }) => id === 'silent')).toMatchObject({ title: 'silent', snippet: '', marks: [] });
});

test('says that a page has no copy if its publisher forbids copies', async () => {
  const hits = await ask();
  expect(hits.filter(({ noarchive }) => noarchive).map(({ id }) => id)).toEqual(['uncopied']);
});

test('leaves out a page after its unavailable_after time', async () => {
  const ids = async (nowMs: number) => (await ask(nowMs)).map(({ id }) => id);
  expect(await ids(END - 1)).toContain('passing');
  expect(await ids(END)).not.toContain('passing');
});

test('returns genre and metadata fields in hits', async () => {
  expect((await ask()).find(({ id }) => id === 'fields')).toMatchObject({ genre: 'article', fields: { event: EVENT } });
});

test('the abstract of a hit is its description, or the beginning of its text as far as its publisher allows', async () => {
  const text = 'The sundew catches flies on its sticky leaves. '.repeat(40);
  const page = (id: string, rest: object) => seen(id, `http://${id}.example/`, { text, language: 'en', ...rest });
  await index.write('abstracts', [
    page('described', { description: 'How sundews live.' }),
    page('plain', {}),
    page('uncopied', { directives: ['noarchive'] }),
    page('silent', { directives: ['nosnippet'], description: 'The sundew.' }),
  ]);
  const { hits } = await search({ crawl: 'abstracts', q: 'leaves', abstracts: true }, { index });
  const { described, plain, uncopied, silent } = Object.fromEntries(hits.map(({ id, abstract }) => [id, abstract]));
  expect([described, silent]).toEqual(['How sundews live.', '']);
  expect(plain).toMatch(/^The sundew catches .{400,500} …$/);
  expect(uncopied).toMatch(/^The sundew catches .{150,240} …$/);
  expect((await search({ crawl: 'abstracts', q: 'leaves' }, { index })).hits[0]).not.toHaveProperty('abstract');
});
