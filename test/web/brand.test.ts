import { describe, expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { parseBrandLink } from '../../web/brand.ts';
import { aHit, aRecord, aStatus, aWorld } from './fixtures.ts';

const { ports } = aWorld({ hits: [aHit()], records: [aRecord()], status: aStatus() });
const IMPRINT = { label: 'Imprint & <privacy>', href: 'https://library.example/imprint?a=1&b=2' };
const app = createApp({
  ...ports,
  brand: { name: 'Bog Library', links: [IMPRINT, { label: 'Terms', href: '/terms' }] },
});

const pageOf = async (path: string) => (await app.request(path, { headers: { accept: 'text/html' } })).text();

test.each([
  '/',
  '/search?q=sundews',
  '/crawl',
  '/collection',
  '/help',
  `/record/${aRecord().id}`,
  '/nothing',
  '/search?size=x',
])('the page %s has the name of the site and its links, and no other name', async (path) => {
  const html = await pageOf(path);
  expect(html).toMatch(/<title>(?:[^<]+ – )?Bog Library<\/title>/);
  expect(html).toContain('<span>Bog Library</span>');
  expect(html).toContain(
    '<li><a href="https://library.example/imprint?a=1&amp;b=2">Imprint &amp; &lt;privacy&gt;</a></li><li><a href="/terms">Terms</a></li>',
  );
  expect(html).not.toContain('Thresher');
});

test('the name is the heading of the start page, and names feeds and the search in browsers', async () => {
  expect(await pageOf('/')).toContain('<h1 class="title">Bog Library</h1>');
  expect(await (await app.request('/feed?q=sundews')).text()).toContain('sundews – garden – Bog Library');
  expect(await (await app.request('/opensearch.xml')).text()).toContain('<ShortName>garden</ShortName>');
  expect(await pageOf('/help')).toContain('title="Bog Library: garden"');
});

test('without a brand the pages are named Thresher, and have no links below them', async () => {
  const html = await (await createApp(ports).request('/help')).text();
  expect(html).toContain('<span>Thresher</span>');
  expect(html.match(/<ul>/g)?.length ?? 0).toBeLessThan((await pageOf('/help')).match(/<ul>/g)!.length);
});

describe('a link', () => {
  test.each([
    ['Imprint=https://library.example/a?b=c', 'Imprint', 'https://library.example/a?b=c'],
    [
      ' Barrierefreiheit melden = mailto:info@library.example ',
      'Barrierefreiheit melden',
      'mailto:info@library.example',
    ],
    ['Imprint=/imprint', 'Imprint', '/imprint'],
  ])('is read from %s', (text, label, href) => expect(parseBrandLink(text)).toEqual({ label, href }));

  test.each([
    'Imprint',
    '=https://library.example/',
    'Imprint=',
    'Imprint=javascript:alert(1)',
    'Imprint=data:text/html,x',
    'Imprint=//library.example/',
    'Imprint=/\\library.example/',
    'Imprint=library.example',
    'Imprint=mailto:x',
  ])('is refused: %s', (text) => expect(parseBrandLink(text)).toBeUndefined());
});
