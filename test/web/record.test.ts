import { describe, expect, test } from 'vitest';
import type { SimilarPage } from '../../shared/search/similar-pages.ts';
import { createApp } from '../../web/app.ts';
import { aCapture, aRecord, aWorld } from './fixtures.ts';

const ID = 'a'.repeat(64);
const open = (change: Parameters<typeof aRecord>[0] = {}, accept = 'application/json') => {
  const record = aRecord({ id: ID, ...change });
  const captures = { [ID]: aCapture('<p>Sundews') };
  const app = createApp(aWorld({ records: [record], captures, crawls: ['garden', 'bog'] }).ports);
  return (path: string) => app.request(`https://search.example${path}`, { headers: { accept } });
};

test('returns all metadata, dated, with permanent links that name the crawl', async () => {
  const answer = await open({ author: 'Mary Treat', genre: 'article' })(`/record/${ID}`);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(await answer.json()).toEqual({
    id: ID,
    url: 'http://plants.example/drosera',
    urls: [{ url: 'http://plants.example/drosera', seenAt: '2023-11-14T22:13:20.000Z' }],
    title: 'Sundews',
    host: 'plants.example',
    language: 'en',
    type: 'html',
    date: '2021-06-03',
    author: 'Mary Treat',
    keywords: [],
    classes: [{ class: 'carnivorous', score: 1 }],
    score: 1,
    genre: 'article',
    fetchedAt: '2023-11-14T22:13:20.000Z',
    headings: [],
    description: '',
    text: 'Sundews catch flies with sticky leaves.',
    record: `https://search.example/record/${ID}?crawl=garden`,
    cached: `https://search.example/cached/${ID}?crawl=garden`,
  });
});

test('says nothing of where the record is stored', async () => {
  const text = await (await open()(`/record/${ID}`)).text();
  for (const hidden of ['capture', 'verdict', 'offset', 'simhash', 'raw/']) expect(text).not.toContain(hidden);
});

test('withholds what the publisher withholds', async () => {
  const withheld = { headings: ['H'], description: 'D' };
  const noArchive = await (await open({ ...withheld, directives: ['noarchive'] })(`/record/${ID}`)).json();
  expect(noArchive).toMatchObject({ text: null, cached: null, headings: ['H'], description: 'D' });
  const noSnippet = await (await open({ ...withheld, directives: ['nosnippet'] })(`/record/${ID}`)).json();
  expect(noSnippet).toMatchObject({ text: null, headings: [], description: '' });
});

test.each(['unknown', 'a'.repeat(129), '..%2f..%2fetc', '%00'])('answers 404 to the id %s', async (id) => {
  const answer = await open()(`/record/${id}`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ type: 'urn:problem-type:thresher:no-such-record' });
});

test('answers 404, also for the cached copy, once the page is no longer available', async () => {
  const request = open({ unavailableAfter: Date.now() - 1 });
  expect((await request(`/record/${ID}`)).status).toBe(404);
  expect((await request(`/cached/${ID}`)).status).toBe(404);
  expect((await open({ unavailableAfter: Date.now() + 60_000 })(`/record/${ID}`)).status).toBe(200);
});

test('answers 404 to an unknown crawl', async () => {
  expect(await (await open()(`/record/${ID}?crawl=other`)).json()).toMatchObject({
    type: 'urn:problem-type:thresher:no-such-crawl',
  });
});

test('is a reference in RIS', async () => {
  const answer = await open({}, 'application/x-research-info-systems')(`/record/${ID}`);
  expect(await answer.text()).toContain('TI  - Sundews\r\n');
  expect((await open()(`/record/${ID}?format=rss`)).status).toBe(406);
});

test('is an entry in BibTeX, with the keywords of the page', async () => {
  const answer = await open({ keywords: ['flypapers', 'carnivorous'] })(`/record/${ID}?format=bibtex`);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="record.bib"');
  const text = await answer.text();
  expect(text).toContain('  title = {{Sundews}},\n');
  expect(text).toContain('  keywords = {flypapers, carnivorous},\n');
  const reference = await (await open({ keywords: ['flypapers', 'carnivorous'] })(`/record/${ID}?format=ris`)).text();
  expect(reference.match(/^KW.*$/gm)).toEqual(['KW  - flypapers', 'KW  - carnivorous']);
});

describe('the page of a record', () => {
  const page = async (change: Parameters<typeof aRecord>[0] = {}, similar: SimilarPage[] = []) => {
    const { ports } = aWorld({ records: [aRecord({ id: ID, ...change })], crawls: ['garden', 'bog'] });
    const app = createApp({ ...ports, similar: async () => similar });
    return (await app.request(`/record/${ID}`)).text();
  };

  test('shows all metadata, with links to pages with the same values', async () => {
    const html = await page({
      author: 'Mary <Treat>',
      genre: 'article',
      about: { publisher: 'Bog Press' },
      headings: ['Leaves'],
    });
    for (const text of ['Mary &lt;Treat&gt;', '3 Jun 2021', 'Bog Press', 'Leaves', 'Sundews catch flies', ID])
      expect(html).toContain(text);
    expect(html).toContain('<a href="/search?q=&amp;lang=en">English</a>');
    expect(html).toContain('<a href="/search?q=&amp;class=carnivorous">carnivorous</a>');
    expect(html).toContain(`<a href="/record/${ID}?crawl=garden&amp;format=ris">RIS</a>`);
    expect(html).toContain(`<a href="/cached/${ID}">Cached copy</a>`);
  });

  test('has a reference with the dated copy, or with the record if copies are forbidden', async () => {
    const citation = async (change: Parameters<typeof aRecord>[0]) =>
      />([^<]*)<\/h2><p class="citation">(.*?)<\/p>/s
        .exec(await page(change))!
        .slice(1)
        .join(': ')
        .replace(/<[^>]*>/g, '');
    const about = { journal: 'Annals of Moss', volume: '12', issue: '3', pages: '101-119', doi: '10.5555/moss' };
    const author = 'Ada Moss; Ben Fen';
    const fetchedAt = Date.UTC(2026, 10, 29);
    expect(await citation({ author, about, fetchedAt })).toBe(
      'Cite this page: Ada Moss; Ben Fen. Sundews. Annals of Moss 12(3), 101-119. 3 Jun 2021. https://doi.org/10.5555/moss ' +
        `Cached copy of 29 Nov 2026: http://localhost/cached/${ID}?crawl=garden`,
    );
    expect(await citation({ author: null, date: null, about: {}, fetchedAt, directives: ['noarchive'] })).toBe(
      'Cite this page: Sundews. http://plants.example/drosera ' +
        `Fetched on 29 Nov 2026: http://localhost/record/${ID}?crawl=garden`,
    );
  });

  test('links authors and the DOI, and rounds scores', async () => {
    const html = await page({
      author: 'Ada Moss; Ben Fen',
      about: { doi: '10.5555/moss', modified: '2024-05-06T07:08:09+00:00' },
      score: 14.206349206349206,
      classes: [{ class: 'moss', score: 1.2380952380952381 }],
    });
    expect(html).toContain('<a href="/search?q=&amp;author=Ben+Fen">Ben Fen</a>');
    expect(html).toContain('<a href="https://doi.org/10.5555/moss" rel="noreferrer">10.5555/moss</a>');
    for (const text of ['>6 May 2024<', '>14.21<', 'score 1.24<']) expect(html).toContain(text);
  });

  test('links to similar pages', async () => {
    const similar = { id: 'b', url: 'http://moss.example/', title: 'Moss', host: 'moss.example', language: 'en' };
    expect(await page({}, [similar])).toContain('<a href="/record/b?crawl=garden" lang="en" dir="auto">Moss</a>');
    expect(await page()).not.toContain('Similar pages');
  });

  test('shows no text and no copy that the publisher withholds', async () => {
    const html = await page({
      directives: ['nosnippet', 'noarchive'],
      description: 'About sundews',
      headings: ['Leaves'],
    });
    for (const text of ['catch flies', 'About sundews', 'Leaves', '/cached/']) expect(html).not.toContain(text);
  });

  test('is short, also for a record with long texts and many URLs', async () => {
    const urls = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [`http://plants.example/${'x'.repeat(60)}${i}`, 1]),
    );
    const headings = Array.from({ length: 500 }, () => 'A heading of some length');
    const html = await page({ urls, headings, text: 'sundew '.repeat(50_000) });
    expect(html.length).toBeLessThan(30_000);
    expect(html).toContain('The first 50 of 5,000');
  });
});
