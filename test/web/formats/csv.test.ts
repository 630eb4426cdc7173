import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { aHit } from '../fixtures.ts';
import { HITS, HOSTILE, request } from './records.ts';

const rowsOf = (text: string) =>
  parse(text, { columns: true, record_delimiter: '\r\n', relax_quotes: false }) as Record<string, string>[];

test('an independent reader reads the hits', async () => {
  const answer = await request('/search?format=csv');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="search.csv"');
  const rows = rowsOf(await answer.text());
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual({
    title: 'Sundews & "friends"',
    url: 'http://plants.example/drosera',
    author: 'Darwin, Charles; Mary Treat',
    date: '2021-06-03',
    host: 'plants.example',
    language: 'en',
    type: 'html',
    classes: 'carnivorous',
    score: '4.25',
    snippet: 'Sundews catch flies with sticky leaves.',
    fetched: '2024-05-31T10:00:00.000Z',
    id: 'one',
    record: 'https://search.example/record/one?crawl=garden',
    cached: 'https://search.example/cached/one?crawl=garden',
  });
  expect(rows[2]).toMatchObject({ title: '', date: '', classes: '' });
});

test('writes only a header line without hits', async () => {
  const text = await (await request('/search?q=nothing&format=csv')).text();
  expect(text).toMatch(/^title,url,[\w,]+\r\n$/);
});

test('keeps texts with quotes and line breaks in one field', async () => {
  const [, hostile] = rowsOf(await (await request('/search', { headers: { accept: 'text/csv' } })).text());
  expect(hostile!['title']).toBe(`'${HOSTILE.replace('\u0000', '').toWellFormed().replace('\ufffd', '')}`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1+1', '＠x'])(
  'a spreadsheet takes %j for a text',
  async (title) => {
    const [row] = rowsOf(await (await request('/search?format=csv', {}, [aHit({ title })])).text());
    expect(row!['title']).toBe(`'${title}`);
  },
);

test('leaves other texts as they are', async () => {
  const titles = ['1-2', 'a=b', 'Ärzte', "it's", '', 'Mary@example'];
  const text = await (
    await request(
      '/search?format=csv',
      {},
      titles.map((title) => ({ ...HITS[0]!, title })),
    )
  ).text();
  expect(rowsOf(text).map(({ title }) => title)).toEqual(titles);
});
