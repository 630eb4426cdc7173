import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { aHit, aWorld } from './fixtures.ts';

function open() {
  const { world, ports } = aWorld({ hits: [aHit()] });
  return { world, app: createApp(ports) };
}

test('passes the order on, and links to the other orders', async () => {
  const { world, app } = open();
  const html = await (await app.request('/search?q=sundews&sort=-date&lang=en')).text();
  expect(world.requests[0]).toMatchObject({ sort: '-date', language: 'en' });
  expect(html).toContain('<li><strong>Newest date</strong></li>');
  expect(html).toContain('<a href="/search?q=sundews&amp;lang=en&amp;sort=date">Oldest date</a>');
  expect(html).toContain('<a href="/search?q=sundews&amp;lang=en">Relevance</a>');
  expect(html).toContain('<input type="hidden" name="sort" value="-date">');
});

test('shows one hit per site, with links to the others and back', async () => {
  const { world, ports } = aWorld({ hits: [aHit({ others: 12 })] });
  const html = await (await createApp(ports).request('/search?q=sundews&collapse=host')).text();
  expect(world.requests[0]).toMatchObject({ collapse: 'host' });
  expect(html).toContain('<a href="/search?q=sundews&amp;site=plants.example">12 more results from plants.example</a>');
  expect(html).toContain('<a href="/search?q=sundews">All results of each site</a>');
  expect(html).toContain('<input type="hidden" name="collapse" value="host">');
  const all = await (await createApp(ports).request('/search?q=sundews')).text();
  expect(all).toContain('<a href="/search?q=sundews&amp;collapse=host">One result per site</a>');
  expect((await createApp(ports).request('/search?q=sundews&collapse=path')).status).toBe(400);
});

test('leaves the default out and refuses unknown orders', async () => {
  const { world, app } = open();
  const html = await (await app.request('/search?q=sundews&sort=relevance')).text();
  expect(world.requests[0]).not.toHaveProperty('sort');
  expect(html).not.toContain('name="sort"');
  expect((await app.request('/search?q=sundews&sort=size')).status).toBe(400);
});

test('advertises a feed of the same pages without the order of the hits', async () => {
  const { app } = open();
  const html = await (await app.request('/search?q=sundews&lang=en&sort=date&collapse=host&explain=true')).text();
  expect(html).toContain('application/atom+xml" href="/feed?q=sundews&amp;crawl=garden&amp;lang=en"');
});

test('shows the parts of a score with explain=true, and keeps it in links', async () => {
  const explanation = [{ part: 'word' as const, words: 'sundew', score: 1.234 }];
  const { world, ports } = aWorld({ hits: [aHit({ explanation })] });
  const page = await (await createApp(ports).request('/search?q=sundews&explain=true')).text();
  expect(page).toContain('1.23 for the word <bdi>sundew</bdi>');
  expect(page).toContain('explain=true');
  expect(world.requests[0]).toMatchObject({ explain: true });
});

test.each([
  ['/feed?q=sundews', '-fetched'],
  ['/feed?q=sundews&sort=relevance', undefined],
  ['/feed?q=sundews&sort=date', 'date'],
])('%s is ordered by %s', async (path, sort) => {
  const { world, ports } = aWorld({ hits: [aHit()] });
  await createApp(ports).request(path);
  expect(world.requests[0]?.sort).toBe(sort);
});
