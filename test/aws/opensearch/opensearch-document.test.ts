import { expect, test } from 'vitest';
import { changeParams, recordOf } from '../../../shared/aws/opensearch/opensearch-document.ts';
import { dayOf } from '../../../shared/index/filter-values.ts';
import { wholeTextKeys } from '../../../shared/index/whole-texts.ts';
import type { SearchRecord } from '../../../shared/ports/search-record.ts';
import { nearKeys } from '../../../shared/text/duplicate-keys.ts';
import type { Url } from '../../../shared/url/url.ts';
import { recordOfDocument } from '../../search/records.ts';

const DOCUMENT = {
  url: 'http://a.example/' as Url,
  digest: 'd',
  title: 'Title',
  headings: ['One', 'Two'],
  text: 'Text',
};
const record = (fields: Partial<SearchRecord> = {}): SearchRecord => recordOfDocument(DOCUMENT, 5, fields);
const analyze = (text: string, language: string) => `${language}:${text.toLowerCase()}`;
const params = (fields: Partial<SearchRecord>) =>
  changeParams({ kind: 'seen', id: 'd', url: 'http://a.example/', at: 5, record: record(fields) }, analyze) as {
    keys: { fields: Record<string, string[]>; near: number[] };
    words: Record<string, string>;
  };

test('analyses words in the language of the record', () => {
  const texts = { author: 'Ada', anchors: ['One', 'Two'], description: 'Three', keywords: ['Four'] };
  expect(params({ language: 'sv', ...texts, about: { doi: '10.5555/A' } }).words).toEqual({
    ...{ title: 'sv:title', headings: 'sv:one\ntwo', text: 'sv:text', author: 'sv:ada' },
    ...{ anchors: 'sv:one\ntwo', abstract: 'sv:three', keywords: 'sv:four\n10.5555/a' },
  });
});

test('has the words of its URL, also without a record', () => {
  const url = 'http://www.a.example/PeatMoss';
  for (const change of [{ record: record() }, {}])
    expect(changeParams({ kind: 'seen', id: 'd', url, at: 5, ...change }, analyze)).toMatchObject({
      parts: 'a example peatmoss · peat moss',
    });
});

test.each([
  ['a.b.example', ['a.b.example', 'b.example', 'example']],
  ['b.example:8080', ['b.example', 'example', 'b.example:8080', 'example:8080']],
  ['localhost', ['localhost']],
])('%s is found under %j', (host, hosts) => expect(params({ host }).keys.fields['host']).toEqual(hosts));

test('finds a class under all classes above it', () => {
  const classes = ['plants.carnivorous', 'plants'].map((name) => ({ class: name, score: 1 }));
  expect(params({ classes }).keys.fields['classes']).toEqual(['plants', 'plants.carnivorous']);
});

test('has the keys of duplicates and of whole texts', () => {
  const { near } = params({ author: 'Ada Bell', simhash: '00000000000000ff' }).keys;
  expect(near).toEqual([...nearKeys('00000000000000ff'), ...wholeTextKeys({ ...DOCUMENT, author: 'Ada Bell' })]);
});

test.each([
  ['2020', '2020-01-01'],
  ['2020-05', '2020-05-01'],
  ['2020-05-07', '2020-05-07'],
  ['2020-05-07T10:00:00Z', '2020-05-07'],
])('the day of %s is %s', (date, day) => expect(dayOf(date)).toBe(day));

test('stores only the time for a URL that has left', () => {
  expect(changeParams({ kind: 'left', id: 'd', url: 'http://a.example/', at: 5 }, analyze)).toEqual({
    url: 'http://a.example/',
    at: 5,
    first: Number.MAX_SAFE_INTEGER,
    live: false,
  });
});

test('makes a record with all live URLs, oldest first, and none without a live URL', () => {
  const { id: _id, url: _url, urls: _urls, text, ...page } = record();
  const urls = {
    'http://b.example/': { first: 9, at: 9, live: true },
    'http://a.example/': { first: 1, at: 7, live: true, pageAt: 7, page },
    'http://gone.example/': { first: 0, at: 8, live: false },
  };
  const found = recordOf({ id: 'd', live: true, shown: 'http://a.example/', text, urls })!;
  expect(found).toEqual(record({ urls: { 'http://a.example/': 7, 'http://b.example/': 9 } }));
  expect(Object.keys(found.urls)).toEqual(['http://a.example/', 'http://b.example/']);
  expect(recordOf({ id: 'd', live: false, urls })).toBeUndefined();
});
