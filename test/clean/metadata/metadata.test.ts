import { describe, expect, test } from 'vitest';
import { normalizeDate } from '../../../shared/clean/metadata/dates/normalize-date.ts';
import { findArticle, parseJsonLdScripts } from '../../../shared/clean/metadata/json-ld.ts';
import { findKeywords, gatherMetadata } from '../../../shared/clean/metadata/metadata.ts';

test.each([
  ['2021-09-06', '2021-09-06'],
  ['2021-09', '2021-09'],
  ['2021-09-06T12:30:00Z', '2021-09-06T12:30:00Z'],
  ['2021-09-06 12:30', '2021-09-06T12:30'],
  ['2021-09-06T12:30:00.5+02:00', '2021-09-06T12:30:00.5+02:00'],
  ['2021/9/6', '2021-09-06'],
  ['20210906', '2021-09-06'],
  ['Mon, 06 Sep 2021 12:30:00 GMT', '2021-09-06T12:30:00.000Z'],
  ['6 Sep 2021 12:30:00 +0200', '2021-09-06T10:30:00.000Z'],
  ['06 Sep 2021 12:30:00', null],
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
  ['2016-12-31T23:59:60.25+00:00', '2016-12-31T23:59:59.25+00:00'],
  ['31 Dec 2016 23:59:60 GMT', '2016-12-31T23:59:59.000Z'],
  ['2016-12-31T23:59:61Z', null],
  ['2016-12-31T23:60', null],
  ['2021-13-06', null],
  ['20219906', null],
  ['2021-09-06T12:30:00+0200', '2021-09-06T12:30:00+02:00'],
  ['2020-02-29', '2020-02-29'],
  ['2020-02-30', null],
  ['2021/2/29', null],
  ['2021-09-06T99:99', null],
  ['2021-09-06T24:30', null],
  ['2021-09-06T12:30+99:00', null],
  ['20210906T123000Z', '2021-09-06T12:30:00Z'],
  ['20210906T1230+0200', '2021-09-06T12:30+02:00'],
  ['20210906T996000Z', null],
  ['20210230T123000Z', null],
  ['2021-09-06 12:30:00 UTC', '2021-09-06T12:30:00Z'],
  ['2021-09-06 12:30:00 gmt', '2021-09-06T12:30:00Z'],
  ['2021-09-06 12:30:00 -0530', '2021-09-06T12:30:00-05:30'],
  ['2021-09-06T12:30:00+02:00[Europe/Berlin]', '2021-09-06T12:30:00+02:00'],
  ['2021-09-06T12:30:00.123456-03:00[America/Argentina/Buenos_Aires]', '2021-09-06T12:30:00.123456-03:00'],
  ['2021-09-06T12:30:00[', null],
  ['30 Feb 2020 12:30:00 GMT', null],
  ['yesterday', null],
  ['', null],
])('normalises the date %j to %j', (text, expected) => {
  expect(normalizeDate(text)).toBe(expected);
});

test('keeps all values of a repeated name, and no name is special', () => {
  const metadata = gatherMetadata([
    { name: 'dc.creator', content: 'A' },
    { name: '__proto__', content: 'x' },
    { name: 'constructor', content: 'y' },
    { name: 'dc.creator', content: 'B' },
  ]);
  expect(JSON.parse(JSON.stringify(metadata))).toEqual(
    JSON.parse('{"dc.creator":["A","B"],"__proto__":["x"],"constructor":["y"]}'),
  );
});

const keywordsOf = (content: string) =>
  findKeywords(gatherMetadata([{ name: 'keywords', content }]), { keywords: ['fen'] })?.value;

test('splits keywords at commas and semicolons and drops repeats', () => {
  expect(keywordsOf(' bog, sundew;bog ,')).toEqual(['bog', 'sundew']);
  expect(keywordsOf('湿原，苔；水、苔')).toEqual(['湿原', '苔', '水']);
});

describe('JSON-LD', () => {
  test.each([
    ['{"@type":"Article","author":{"name":"A. B."},"datePublished":"2020-01-02"}', ['A. B.'], ['2020-01-02']],
    ['{"author":["A",{"name":"B"},{"name":"A"}]}', ['A', 'B'], []],
    ['[{"@type":"WebSite"},{"@graph":[{"author":"C"}]}]', ['C'], []],
    ['{"author":"https://a.example/"', [], []],
    ['{"author":{"name":{"a":1}},"datePublished":5}', [], []],
    ['null "author"', [], []],
    ['{"@type":"Product","review":[{"author":"A","datePublished":"2023-05-01"}]}', [], []],
    ['{"@type":"Article" "datePublished":"2023-05-01"}', [], ['2023-05-01']],
  ])('%s', (text, authors, dates) => {
    expect(findArticle(parseJsonLdScripts([text]))).toMatchObject({ authors, dates });
  });
});

describe('an article in JSON-LD takes precedence over', () => {
  const ARTICLE = '{"@type":"NewsArticle","author":"A","datePublished":"2024-05-06","headline":"Moss"}';
  test.each([
    ['the page in an earlier script', ['{"@type":"WebPage","datePublished":"2016-01-01"}', ARTICLE]],
    ['the page before it in a list', [`[{"@type":"WebPage","author":"B","datePublished":"2016-01-01"},${ARTICLE}]`]],
    ['a video', ['{"@type":"VideoObject","author":"B","uploadDate":"2016-01-01","headline":"Fen"}', ARTICLE]],
  ])('%s', (_, texts) => {
    const { authors, dates, headline } = findArticle(parseJsonLdScripts(texts));
    expect([authors, dates[0], headline]).toEqual([['A'], '2024-05-06', 'Moss']);
  });

  test('the author of the page, which may declare the time of publication', () => {
    const page = '{"@type":"WebPage","author":"B","datePublished":"2024-05-07T04:39:05+00:00"}';
    expect(findArticle(parseJsonLdScripts([page, ARTICLE]))).toMatchObject({
      authors: ['A'],
      dates: ['2024-05-07T04:39:05+00:00'],
    });
  });
});

test('JSON-LD of a page adds what that of its article lacks', () => {
  const texts = ['{"@type":"WebPage","author":"A","datePublished":"2024-05-06"}', '{"@type":"Article","author":"B"}'];
  expect(findArticle(parseJsonLdScripts(texts))).toMatchObject({ authors: ['B'], dates: ['2024-05-06'] });
});

test('the day on which a job was advertised is a date of publication', () => {
  const job = '{"@type":"JobPosting","datePosted":"2024-02-29","validThrough":"2024-04-15"}';
  expect(findArticle(parseJsonLdScripts([job]))).toMatchObject({ dates: ['2024-02-29'] });
});

describe('repairs JSON-LD with', () => {
  test.each([
    ['trailing commas', '{"@type":"Article","author":["A",],"datePublished":"2020-01-02",}'],
    ['an HTML comment around it', '<!--\n{"@type":"Article","author":"A","datePublished":"2020-01-02"}\n-->'],
    ['a CDATA section around it', '//<![CDATA[\n{"@type":"Article","author":"A","datePublished":"2020-01-02"}\n//]]>'],
    ['a semicolon after it', '{"@type":"Article","author":"A","datePublished":"2020-01-02"};'],
    ['line breaks in strings', '{"@type":"Article","name":"a\nb","author":"A","datePublished":"2020-01-02"}'],
    ['a truncated end', '{"@graph":[{"@type":"Article","author":"A","datePublished":"2020-01-02"'],
  ])('%s', (_, text) => {
    expect(findArticle(parseJsonLdScripts([text]))).toMatchObject({ authors: ['A'], dates: ['2020-01-02'] });
  });
});
