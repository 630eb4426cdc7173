import { parseAtomFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { aWorld } from '../fixtures.ts';
import { HITS, request } from './records.ts';

test.each(['rss', 'atom'])('entries of %s have the language of their page, if it is known', async (format) => {
  const text = await (await request(`/search?q=sundews&format=${format}`)).text();
  const languages = format === 'rss' ? /<dc:language>(.*?)<\/dc:language>/g : /<entry xml:lang="(.*?)">/g;
  expect(Array.from(text.matchAll(languages), ([, code]) => code)).toEqual(['en', 'en']);
});

describe('RSS', () => {
  test('an independent reader reads the hits', async () => {
    const answer = await request('/search?q=sundews&format=rss');
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const feed = parseRssFeed(await answer.text());
    expect(feed).toMatchObject({
      title: 'sundews – garden – Thresher',
      link: 'https://search.example/search?q=sundews&crawl=garden',
      lastBuildDate: 'Fri, 31 May 2024 10:00:00 GMT',
    });
    expect(feed.items).toHaveLength(3);
    expect(feed.items![0]).toMatchObject({
      title: 'Sundews & "friends"',
      link: 'http://plants.example/drosera',
      guid: { value: 'https://search.example/record/one?crawl=garden' },
      pubDate: 'Fri, 31 May 2024 10:00:00 GMT',
      categories: [{ name: 'carnivorous' }],
      dc: { creators: ['Darwin, Charles', 'Mary Treat'], dates: ['2021-06-03T00:00:00.000Z'] },
    });
    expect(feed.items![0]!.description).toContain('href="https://search.example/cached/one?crawl=garden"');
    expect(feed.items![2]!.title).toBe('http://plants.example/?a=1&b=<2>');
  });
});

describe('Atom', () => {
  test('an independent reader reads the hits', async () => {
    const answer = await request('/search?q=sundews&format=atom');
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseAtomFeed(await answer.text());
    expect(feed).toMatchObject({
      id: 'https://search.example/search?q=sundews&format=atom',
      title: { value: 'sundews – garden – Thresher' },
      updated: '2024-05-31T10:00:00.000Z',
    });
    expect(feed.entries).toHaveLength(3);
    expect(feed.entries![0]).toMatchObject({
      id: 'https://search.example/record/one?crawl=garden',
      title: { value: 'Sundews & "friends"' },
      updated: '2024-05-31T10:00:00.000Z',
      published: '2021-06-03T00:00:00.000Z',
      authors: [{ name: 'Darwin, Charles' }, { name: 'Mary Treat' }],
      summary: { value: 'Sundews catch flies with sticky leaves.' },
    });
    expect(feed.entries![0]!.links!.map(({ href }) => href)).toEqual([
      'http://plants.example/drosera',
      'https://search.example/cached/one?crawl=garden',
    ]);
    // A year alone is no timestamp.
    expect(feed.entries![1]!.published).toBeUndefined();
  });

  test('is valid without entries', async () => {
    const feed = parseAtomFeed(await (await request('/feed?q=nothing')).text());
    expect(feed).toMatchObject({
      title: { value: 'nothing – garden – Thresher' },
      updated: '1970-01-01T00:00:00.000Z',
    });
  });
});

test.each(['rss', 'atom'])('%s contains no markup and no forbidden character of a page', async (format) => {
  const text = await (await request(`/search?format=${format}`)).text();
  for (const forbidden of ['<script', '\0', '\ufffd']) expect(text).not.toContain(forbidden);
  expect(text.isWellFormed()).toBe(true);
});

describe('/feed', () => {
  test('asks for the newest pages of any search, fifty unless the request says otherwise', async () => {
    const { world, ports } = aWorld({ hits: HITS });
    const app = createApp(ports);
    await app.request('/feed?q=sundews&lang=en');
    await app.request('/feed?q=sundews&size=5&sort=-date');
    expect(world.requests).toEqual([
      { crawl: 'garden', q: 'sundews', language: 'en', from: 0, size: 50, sort: '-fetched' },
      { crawl: 'garden', q: 'sundews', from: 0, size: 5, sort: '-date' },
    ]);
  });

  test('is Atom, or RSS if the client asks for it, and may be cached for a while', async () => {
    const answer = await request('/feed');
    expect(answer.headers.get('content-type')).toMatch('application/atom+xml');
    expect(answer.headers.get('cache-control')).toBe('max-age=300');
    expect((await request('/feed?format=rss')).headers.get('content-type')).toMatch('application/rss+xml');
    expect((await request('/feed?format=csv')).status).toBe(406);
  });

  test('names the crawl in every permanent link', async () => {
    const text = await (await request('/feed?crawl=bog')).text();
    expect(text).toContain('<id>https://search.example/record/one?crawl=bog</id>');
  });
});
