import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const factsOf = (html: string) => cleanHtml('http://a.example/' as Url, html, DEFAULT_CLEAN_OPTIONS);

const page = (...entities: object[]): string =>
  `<title>Moss</title>${entities.map((one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join('')}<p>Moss grows.</p>`;

const ARTICLE = {
  '@type': 'NewsArticle',
  headline: 'Moss',
  description: 'Why moss &amp; fern grow',
  keywords: ['moss, fern', 'bog'],
  license: 'https://licence.example/by',
};

test('takes description, keywords and licence from the article in JSON-LD', () => {
  const { description, keywords, about, sources } = factsOf(
    page({ '@type': 'Organization', description: 'A club' }, ARTICLE),
  );
  expect({ description, keywords, licence: about?.licence, sources }).toMatchObject({
    description: 'Why moss & fern grow',
    keywords: ['moss', 'fern', 'bog'],
    licence: 'https://licence.example/by',
    sources: { description: 'json-ld', keywords: 'json-ld' },
  });
});

test('meta elements and rel=license take precedence over JSON-LD', () => {
  const html = `<meta name=description content=Declared><meta name=keywords content=peat><link rel=license href=/own>${page(ARTICLE)}`;
  const { description, keywords, about } = factsOf(html);
  expect([description, keywords, about?.licence]).toEqual(['Declared', ['peat'], 'http://a.example/own']);
});

test.each([
  [
    'behind it',
    '<meta name=DC.Rights content="Copyright (c) 2020 Ada Moss"><meta name=DC.Rights content="https://licence.example/by">',
  ],
  ['in JSON-LD', `<meta name=DC.Rights content="\u00a9 2020 Ada Moss">${page(ARTICLE)}`],
])('a licence %s takes precedence over a notice of copyright', (_, html) => {
  expect(factsOf(`${html}<p>Moss grows.</p>`).about?.licence).toBe('https://licence.example/by');
});

test.each(['CC BY-NC 4.0', 'Creative Commons', 'Lizenz: frei', 'all but images: licence CC0'])(
  'a notice of copyright that names the licence itself (%s) is the licence',
  (licence) => {
    const notice = `\u00a9 2020 Ada Moss, ${licence}`;
    const html = `<meta name=DC.Rights content="${notice}"><meta name=DC.Rights content="https://licence.example/by">`;
    expect(factsOf(`${html}<p>Moss grows.</p>`).about?.licence).toBe(notice);
  },
);

test.each([
  [
    'the one in the head',
    '<link rel=license href=/page><p>Moss <a rel=license href=/image>by</a>',
    'http://a.example/page',
  ],
  [
    'a meta element',
    '<meta name=DC.Rights content="All rights reserved"><a rel=license href=/image>by</a>',
    'All rights reserved',
  ],
  ['the same in all links', '<a rel=license href=/by>by</a><a rel=license href=/by>BY</a>', 'http://a.example/by'],
  ['none if links differ', '<a rel=license href=/by>by</a><a rel=license href=/by-nc>BY-NC</a>', null],
  [
    'none if the head has two',
    '<link rel=license href=/by><link rel=license href=/nc><meta name=dc.rights content="CC BY 4.0"><a rel=license href=/by>by</a>',
    null,
  ],
  ...['(c) 2020 Ada Moss. All rights reserved.', 'Copyright Moss AB. Alla rättigheter förbehållna'].map(
    (notice): [string, string, string] => [
      `its notice, which reserves the rights: ${notice}`,
      `<meta name=DC.Rights content="${notice}"><a rel=license href=/image>by</a>`,
      notice,
    ],
  ),
  [
    'the notice of meta copyright, which reserves the rights',
    '<meta name=copyright content="Alle Rechte vorbehalten"><a rel=license href=/image>by</a>',
    'Alle Rechte vorbehalten',
  ],
  [
    'that of its links beside the name of the owner',
    '<meta name=copyright content="Copyright Ada Moss"><a rel=license href=/by>by</a>',
    'http://a.example/by',
  ],
])('the licence of a page with links is %s', (_, html, licence) => {
  expect(factsOf(`<title>Moss</title>${html}<p>Moss grows.</p>`).about?.licence ?? null).toBe(licence);
});

test.each([
  ['NewsArticle', 'https://licence.example/by'],
  ['WebPage', 'https://licence.example/by'],
  ['CreativeWork', 'https://licence.example/by'],
  ['Dataset', null],
  ['SoftwareApplication', null],
  ['VideoObject', null],
])('a page with a %s has the licence %s of its text', (type, licence) => {
  const { license } = ARTICLE;
  expect(factsOf(page({ '@type': type, name: 'Moss', license })).about?.licence ?? null).toBe(licence);
  expect(factsOf(page({ '@type': type, name: 'Moss', license: [license, 'CC BY-NC'] })).about?.licence ?? null).toBe(
    null,
  );
});

test('a notice of copyright stands for a licence that is not declared', () => {
  const html = '<meta name=DC.Rights content="(c) 2020 Ada Moss"><meta name=copyright content="Ada">';
  expect(factsOf(`${html}<p>Moss grows.</p>`).about?.licence).toBe('(c) 2020 Ada Moss');
  expect(factsOf('<meta name=copyright content="Copyright Ada"><p>Moss.</p>').about?.licence).toBe('Copyright Ada');
});

test('takes no licence, alternate or feed from a URL that runs', () => {
  const feed = '<link rel=alternate type=application/rss+xml';
  const html = `<a rel=license href="JavaScript:alert(1)">by</a><meta name=dcterms.license content=" vbscript:x">${feed} href="data:text/html,x">${feed} href=/feed>
<link rel=alternate hreflang=sv href="javascript:alert(1)">`;
  const evil = factsOf(html + page({ ...ARTICLE, license: 'data:text/html,<script>' })).about;
  expect([evil?.licence, evil?.alternates, evil?.feeds.map(({ url }) => url)]).toEqual([
    null,
    [],
    ['http://a.example/feed'],
  ]);
  expect(factsOf(html + page(ARTICLE)).about?.licence).toBe('https://licence.example/by');
  const hidden = factsOf(`<meta name=dcterms.license content="\u0001javascript:alert(1)">${page()}`);
  expect(hidden.about?.licence ?? null).toBeNull();
  const named = '<meta name=copyright content="Data: Ada Moss, 2024">';
  expect(factsOf(named + page()).about?.licence).toBe('Data: Ada Moss, 2024');
});

test('the page adds what the entity on it lacks', () => {
  const graph = {
    '@graph': [
      { '@type': 'WebPage', description: 'Of the page' },
      { '@type': 'Course', name: 'Moss', keywords: 'moss' },
    ],
  };
  const { description, keywords } = factsOf(page(graph));
  expect([description, keywords]).toEqual(['Of the page', ['moss']]);
});

test.each([
  [
    'several products',
    [
      { '@type': 'Product', description: 'One' },
      { '@type': 'Product', description: 'Two' },
    ],
  ],
  [
    'the organisation and the site',
    [
      { '@type': 'Organization', description: 'A club' },
      { '@type': 'WebSite', description: 'Its site' },
    ],
  ],
])('takes no description from %s', (_, entities) => {
  expect(factsOf(page(...entities)).description).toBeNull();
});
