import { DOMParser } from 'linkedom';
import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { aWorld } from '../fixtures.ts';
import { request } from './records.ts';

test('describes the search with a template for each format', async () => {
  const answer = await request('/opensearch.xml?crawl=bog');
  expect(answer.headers.get('content-type')).toBe('application/opensearchdescription+xml; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('max-age=3600');
  const description = new DOMParser().parseFromString(await answer.text(), 'text/xml');
  expect(description.querySelector('ShortName')!.textContent).toBe('Thresher: bog');
  const templates = [...description.querySelectorAll('Url')].map((url) => [
    url.getAttribute('type'),
    url.getAttribute('template')!.replaceAll('&amp;', '&'),
  ]);
  expect(templates.map(([type]) => type)).toEqual([
    'text/html',
    'application/atom+xml',
    'application/rss+xml',
    'application/json',
    'application/x-suggestions+json',
    'application/opensearchdescription+xml',
  ]);
  for (const [type, template] of templates) {
    const filled = template!.replaceAll(
      /\{(\w+)\??\}/g,
      (_: string, name: string) => ({ searchTerms: 'sun%20dews', count: '5' })[name] ?? '',
    );
    const { pathname, search } = new URL(filled);
    const found = await request(`${pathname}${search}`);
    expect([found.status, found.headers.get('content-type')]).toEqual([200, expect.stringContaining(type!)]);
  }
});

test('keeps the short name within 16 characters', async () => {
  const app = createApp(aWorld({ crawls: ['a-crawl-with-a-long-name'] }).ports);
  const text = await (await app.request('/opensearch.xml')).text();
  expect(/<ShortName>(.*)<\/ShortName>/.exec(text)![1]!.length).toBeLessThanOrEqual(16);
});

test('pages name the description, and results their feed', async () => {
  const html = await (await request('/search?q=sundews&lang=en&from=10')).text();
  expect(html).toContain(
    '<link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml" title="Thresher: garden">',
  );
  expect(html).toContain(
    '<link rel="alternate" type="application/atom+xml" href="/feed?q=sundews&amp;crawl=garden&amp;lang=en"',
  );
});

test('there is no description without a crawl', async () => {
  expect((await createApp(aWorld({ crawls: [] }).ports).request('/opensearch.xml')).status).toBe(404);
});

test('the help page links examples that are understood', async () => {
  const html = await (await request('/help?crawl=bog')).text();
  const links = [...html.matchAll(/<td><a href="([^"]+)">/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
  expect(links.length).toBeGreaterThan(10);
  for (const href of links) {
    expect(href).toContain('crawl=bog');
    expect((await request(href)).status).toBe(200);
  }
});
