import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { aHit, aWorld } from './fixtures.ts';

const hits = (count: number) => Array.from({ length: count }, () => aHit());
const pageOf = async (path: string, count = 1) => {
  const { ports } = aWorld({ hits: hits(count) });
  return (await createApp(ports).request(path)).text();
};

test('a page of results links to the same results as files, and to their feed', async () => {
  const html = await pageOf('/search?q=sundews&lang=en&sort=date&from=10', 42);
  for (const format of ['csv', 'ris', 'bibtex'])
    expect(html).toContain(
      `href="/search?q=sundews&amp;crawl=garden&amp;lang=en&amp;sort=date&amp;size=100&amp;format=${format}"`,
    );
  expect(html).toContain('<a href="/feed?q=sundews&amp;crawl=garden&amp;lang=en">Feed of new pages</a>');
  expect(html).toContain('These results as');
});

test('of very many results the first hundred are files', async () => {
  expect(await pageOf('/search?q=sundews', 101)).toContain('The first 100 results as');
});

test('the links of a page are answered in their formats', async () => {
  const { ports } = aWorld({ hits: hits(1) });
  const app = createApp(ports);
  const html = await (await app.request('/search?q=sundews')).text();
  const hrefs = [...html.matchAll(/href="([^"]*format=[a-z]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
  const types = await Promise.all(hrefs.map(async (href) => (await app.request(href)).headers.get('content-type')));
  expect(types).toEqual([
    expect.stringContaining('text/csv'),
    expect.stringContaining('application/x-research-info-systems'),
    expect.stringContaining('application/x-bibtex'),
  ]);
});

test('a long query and a page without hits have no such links', async () => {
  expect(await pageOf(`/search?q=${'sundews '.repeat(30)}`)).not.toContain('format=csv');
  const { ports } = aWorld({ hits: [] });
  expect(await (await createApp(ports).request('/search?q=sundews')).text()).not.toContain('format=csv');
});
