import { describe, expect, it, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml, cleanPage } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const PLAIN = 'http://bog.example/sundews';
const dated = (html: string, url = PLAIN, lang = 'en') => {
  const page = `<html lang=${lang}><title>Sundews</title><body><h1>Sundews of the north</h1>${html}`;
  const { date, modified, sources } = cleanHtml(url as Url, page, OPTIONS);
  return { date, modified, source: sources?.['date'] };
};
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const PUBLISHED = 'article:published_time';
const LONG =
  'and here follows a sentence about the plants of the bog that is much longer than any line with a date would be';

const cases: [rule: string, html: string, url: string, date: string | null, source?: string][] = [
  [
    'what is declared comes before what is shown',
    `${meta(PUBLISHED, '2020-03-04')}<p>1 January 2019`,
    PLAIN,
    '2020-03-04',
  ],
  [
    'an address that is years older tells when the page was new',
    meta(PUBLISHED, '2020-03-04'),
    `${PLAIN}/2012/05/06/x`,
    '2012-05-06',
    'url',
  ],
  ['one of the same week does not', meta(PUBLISHED, '2020-03-04'), `${PLAIN}/2020/03/02/x`, '2020-03-04'],
  [
    'an instant in UTC is the day in the address',
    meta(PUBLISHED, '2020-03-05T02:30:00Z'),
    `${PLAIN}/2020/03/04/x`,
    '2020-03-04',
  ],
  ['or the day that is shown', `${meta(PUBLISHED, '2020-03-04T23:30:00+00:00')}<p>5 March 2020`, PLAIN, '2020-03-05'],
  [
    'an instant with its own zone is no other day',
    `${meta(PUBLISHED, '2020-03-04T23:30:00+01:00')}<p>5 March 2020`,
    PLAIN,
    '2020-03-04T23:30:00+01:00',
  ],
  [
    'the day of an archive is not that of the page',
    '',
    'http://web.archive.org/web/20160218174457/http://bog.example/2010/05/19/x',
    '2010-05-19',
    'url',
  ],
  ['days in addresses may come first', '<p>© 2021', `${PLAIN}/08112021-meeting`, '2021-11-08', 'url'],
  [
    'the date that a word calls the publication',
    '<p>Last updated: 5 May 2021<p>Published on 3 May 2021',
    PLAIN,
    '2021-05-03',
    'text',
  ],
  ['in other languages', '<p>Letzte Änderung: 31.10.2023<p>Erschienen am: 01.11.2023', PLAIN, '2023-11-01', 'text'],
  ['a change where nothing else is said', '<p>Zuletzt aktualisiert am 17.01.2021', PLAIN, '2021-01-17', 'text'],
  [
    'comments are later than what they are about',
    '<p>20.09.2020<p><time datetime="2020-09-23T18:19:06+02:00">23.09.</time>',
    PLAIN,
    '2020-09-20',
    'text',
  ],
  [
    'when somebody joined says nothing',
    '<p>Registered: 18 September 2008<p>by r23, 21 January 2009',
    PLAIN,
    '2009-01-21',
  ],
  ['since when something is so neither', '<p>Family business since 12.03.1985<p>21 January 2009', PLAIN, '2009-01-21'],
  ['in no language', '<p>Familienbetrieb seit 12.03.1985<p>Depuis le 3 mai 1990<p>Dal 3 maggio 1990', PLAIN, null],
  ['nor what readers wrote', `<p>Here ${LONG}<section class=comments><p>3 May 2021</section>`, PLAIN, null],
  [
    'however short the sentences before it are',
    '<p>Sundews grow in bogs, where they catch insects on their leaves.<section class=comments><p>3 May 2021</section>',
    PLAIN,
    null,
  ],
  [
    'or when they did',
    `<p>Here ${LONG}<section class=comments><time datetime=2021-05-03>x</time></section>`,
    PLAIN,
    null,
  ],
  [
    'but where they wrote all of it',
    `<section class=comments><p>3 May 2021<p>Here ${LONG}</section>`,
    PLAIN,
    '2021-05-03',
  ],
  ['a day that never was is none', '<p>31.02.2019<p>30 February 2019', PLAIN, null],
  ['in an address neither', '', 'http://bog.example/a/20190231', null],
  [
    'a day in the name of a page may be that of an event',
    meta(PUBLISHED, '2020-11-20'),
    'http://bog.example/events/2020-03-01-concert',
    '2020-11-20',
  ],
  ['eight digits are no day of a year that the page does not know', '', 'http://bog.example/item/20350317', null],
  ['whatever comes first', '', 'http://bog.example/item/17032035', null],
  ['but of one that it does', '<p>© 2019', 'http://bog.example/item/20190317', '2019-03-17', 'url'],
  ['a paragraph that opens with its day', `<p>29.11.2022 – Here ${LONG}.`, PLAIN, '2022-11-29', 'text'],
  ['and with its place', `<p>Berlin, 29.11.2022 – Here ${LONG}.`, PLAIN, '2022-11-29', 'text'],
  ['a day within a sentence is one of what it tells', `<p>In 1921, on 3 May 1921 and later, ${LONG}.`, PLAIN, null],
  [
    'a weak name is believed after what is marked',
    `${meta('date', '2022-01-26')}<time datetime="2022-01-21">21 Jan</time>`,
    PLAIN,
    '2022-01-21',
    'time',
  ],
  [
    'a name that the site made up',
    meta('shop:publicationDate', '2022-01-26'),
    PLAIN,
    '2022-01-26',
    'meta shop:publicationdate',
  ],
];

test.each(cases)('%s: %s %s', (_, html, url, date, source) => {
  const found = dated(html, url);
  expect(found.date).toBe(date);
  if (source !== undefined) expect(found.source).toBe(source);
});

test.each([
  [meta('article:modified_time', '2021-02-03T04:05:06Z'), '2021-02-03T04:05:06Z'],
  [
    '<script type="application/ld+json">{"@type":"Article","author":"A","dateModified":"2021-02-03"}</script>',
    '2021-02-03',
  ],
  ['<p>Updated on 3 February 2021', '2021-02-03'],
  ['<p>3 February 2021', null],
])('the last change in %s is %s', (html, modified) => {
  expect(dated(html).modified).toBe(modified);
});

describe('a day later than the one after the page was sent', () => {
  const fetchedAt = Date.UTC(2024, 4, 10, 12);
  const sent = (html: string, url = PLAIN) => {
    const body = new TextEncoder().encode(`<title>Sundews</title><body><h1>Sundews of the north</h1>${html}`);
    const page = { url: url as Url, headers: [['content-type', 'text/html']] as const, body, fetchedAt };
    const { date, modified } = cleanPage(page, OPTIONS);
    return { date, modified };
  };

  it.each([
    ['is not when it was published', `${meta(PUBLISHED, '2024-05-12')}`, null],
    ['leaves what is said elsewhere', `${meta(PUBLISHED, '2030-01-01')}<p>3 May 2024`, '2024-05-03'],
    ['is no day in its text', '<p>12 October 2024<p>3 May 2024', '2024-05-03'],
    [
      'is not the next day: it may be tomorrow already elsewhere',
      meta(PUBLISHED, '2024-05-11T06:00:00+10:00'),
      '2024-05-11T06:00:00+10:00',
    ],
  ])('%s', (_, html, date) => {
    expect(sent(html).date).toBe(date);
  });

  it('is no day of its address, nor of its last change', () => {
    expect(sent('', `${PLAIN}/2024/12/24/x`).date).toBe(null);
    expect(sent(meta('article:modified_time', '2024-12-24')).modified).toBe(null);
  });
});
