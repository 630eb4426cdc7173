import { describe, expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { parseBrandLink } from '../../web/brand.ts';
import { limitRate } from '../../web/limits/rate-limit.ts';
import { guardRequests } from '../../web/limits/request-guard.ts';
import type { WebPorts } from '../../web/ports.ts';
import { aHit, aRecord, aStatus, aWorld } from './fixtures.ts';

const { ports } = aWorld({ hits: [aHit()], records: [aRecord()], status: aStatus() });
const IMPRINT = { label: 'Imprint & <privacy>', href: 'https://library.example/imprint?a=1&b=2' };
const branded: WebPorts = {
  ...ports,
  language: 'sv',
  brand: { name: 'Bog Library', links: [IMPRINT, { label: 'Terms', href: '/terms' }] },
};
const app = createApp(branded);

const HTML = { headers: { accept: 'text/html' } };
const pageOf = async (path: string) => (await app.request(path, HTML)).text();
const expectBrand = (html: string) => {
  expect(html).toMatch(/<title>(?:[^<]+ – )?Bog Library<\/title>/);
  expect(html).toContain('<span>Bog Library</span>');
  expect(html).toContain(
    '<li><a href="https://library.example/imprint?a=1&amp;b=2">Imprint &amp; &lt;privacy&gt;</a></li><li><a href="/terms">Terms</a></li>',
  );
  expect(html).not.toContain('Thresher');
};

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
  expectBrand(await pageOf(path));
});

const onlyOnce = limitRate(
  0.1,
  () => 'a client',
  () => 0,
);
test.each([
  [405, 'localhost', []],
  [429, 'localhost', [onlyOnce]],
  [421, 'evil.example', [guardRequests([])]],
])(
  'a page of status %i, with which a guard refuses a request, has them and the language of the server',
  async (status, host, guards) => {
    const guarded = createApp(branded, ...guards);
    const ask = (method = 'GET') => guarded.request(`http://${host}/help`, { ...HTML, method });
    if (status === 429) await ask();
    const answer = await ask(status === 405 ? 'DELETE' : 'GET');
    const html = await answer.text();
    expect([answer.status, /<html lang="(..)">/.exec(html)?.[1]]).toEqual([status, 'sv']);
    expectBrand(html);
  },
);

test('the name is the heading of the start page, and names feeds and the search in browsers', async () => {
  expect(await pageOf('/')).toContain('<h1 class="title">Bog Library</h1>');
  expect(await (await app.request('/feed?q=sundews')).text()).toContain('sundews – garden – Bog Library');
  expect(await (await app.request('/feed?q=sundews')).text()).toContain('<author><name>Bog Library</name></author>');
  expect(await pageOf('/help')).toContain('title="Bog Library: garden"');
});

test.each([
  ['Bog', 'garden', 'Bog: garden', 'Bog: garden'],
  ['Bog Library', 'garden', 'Bog Library', 'Bog Library: garden'],
  ['Bog Library', 'heath', 'heath', 'Bog Library: heath'],
  ['The Library of the Bog', 'garden', 'garden', 'The Library of the Bog: garden'],
  [`${'Bog '.repeat(11)}Library`, 'garden', 'garden', `${'Bog '.repeat(11)}Libr`],
])('%s names the search of the crawl %s in browsers', async (name, crawl, short, long) => {
  const world = aWorld({ crawls: ['garden', 'heath'] });
  const description = await createApp({ ...world.ports, brand: { name, links: [] } }).request(
    `/opensearch.xml?crawl=${crawl}`,
  );
  expect(await description.text()).toContain(`<ShortName>${short}</ShortName>\n<LongName>${long}</LongName>`);
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
    ['Imprint=https:library.example', 'Imprint', 'https://library.example/'],
    ['Imprint=HTTPS://Library.example/ä b', 'Imprint', 'https://library.example/%C3%A4%20b'],
  ])('is read from %s', (text, label, href) => expect(parseBrandLink(text)).toEqual({ label, href }));

  test.each([
    'Imprint',
    '=https://library.example/',
    'Imprint=',
    'Imprint=javascript:alert(1)',
    'Imprint=data:text/html,x',
    'Imprint=//library.example/',
    'Imprint=/\\library.example/',
    'Imprint=/\t/library.example/',
    'Imprint=/ /library.example/',
    'Imprint=/\u0000imprint',
    'Imprint=/the imprint',
    'Imprint=library.example',
    'Imprint=mailto:x',
  ])('is refused: %s', (text) => expect(parseBrandLink(text)).toBeUndefined());
});
