import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml, cleanPage } from '../../../shared/clean/clean-page.ts';
import type { Genre } from '../../../shared/clean/document-fields.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { detectGenre } from '../../../shared/clean/metadata/genre.ts';
import { PAGE_KINDS } from '../../../shared/clean/page-kind/page-kinds.ts';
import type { Url } from '../../../shared/url/url.ts';

const PROSE =
  '<p>Sundews catch insects with the sticky drops on the hairs of their leaves, which bend around the prey; they grow where the soil is poor, in bogs and in fens, and flower in July.'.repeat(
    5,
  );
const LINKS = Array.from(
  { length: 14 },
  (_, i) => `<div><h3><a href="/p/${i}">How the plant of number ${i} lives</a></h3>A few words.</div>`,
).join('');
const ld = (type: string) => `<script type="application/ld+json">{"@type":"${type}","name":"x"}</script>`;

const MEMBER = '<div><b>fen_fan</b><p>Posts: 12</div>';
const JAPANESE =
  '<p>山あいの小さな図書館は朝六時に開きます。畑へ出る前に新聞を読む人がいるからで、冬のあいだも灯りは消えません。';
const OFFER = '<script type="application/ld+json">{"@type":"Product","name":"x","offers":{"price":"9"}}</script>';
const EXCERPTS = Array.from(
  { length: 5 },
  (_, i) => `<article class=post><h2><a href="/p/${i}">Plant ${i}</a></h2>${PROSE.slice(0, 180)}</article>`,
).join('');
const FILES = '<hr><pre><a href="../">../</a>\n<a href="a.docx">a.docx</a> 29-Nov-2026 06:27 36781\n</pre><hr>';
const cases: [genre: Genre, html: string, path: string][] = [
  ['article', `<title>Sundews</title><h1>Sundews</h1><time datetime=2020-01-02>2 Jan</time>${PROSE}`, 'sundews'],
  ['article', `${ld('NewsArticle')}<title>Sundews</title>${PROSE}${LINKS}`, 'sundews'],
  ['article', `<meta property="og:type" content=article><title>Not found among the moss</title>${PROSE}`, 'lost'],
  ['article', `<title>図書館</title><h1>図書館</h1><p>2024年2月11日</p>${JAPANESE.repeat(3)}`, 'library'],
  ['listing', `<title>Plants</title>${LINKS}`, 'plants'],
  ['listing', `<title>Plants</title>${LINKS}${PROSE.slice(0, 300)}`, 'category/plants/page/2/'],
  ['home', `<title>Bog</title>${LINKS}`, ''],
  ['listing', `<title>Index of /papers</title><h1>Index of /papers</h1>${FILES}`, 'papers/'],
  ['listing', `<title>Index of /</title><h1>Index of /</h1>${FILES}`, ''],
  ['listing', `<title>Directory listing for /Häuser und Moore/</title>${FILES}`, 'H%C3%A4user%20und%20Moore/'],
  ['listing', `<title>bog.example - /papers/</title>${FILES}`, 'papers/'],
  ['document', `<title>Index of /papers</title><p>How a server writes it.`, 'apache'],
  ['document', `<title>Index of /papers</title>${FILES}`, 'papers%FF/'],
  ['product', `${OFFER}<title>Lamp</title><h1>Lamp</h1>${PROSE.slice(0, 180)}`, 'lamp'],
  [
    'product',
    `<meta property=og:type content=product><meta property=product:price:amount content=9><title>Lamp</title><p>A lamp.`,
    'lamp',
  ],
  ['article', `${OFFER}${ld('Article')}<title>Lamps we like</title>${PROSE}`, 'lamps'],
  ['listing', `${ld('Event')}${ld('MusicEvent')}<title>Events</title>${LINKS}${PROSE}`, 'events'],
  ['article', `${ld('Event')}<title>A night in the bog</title>${PROSE}`, 'night'],
  [
    'listing',
    `<meta property=og:type content=article>${ld('CollectionPage')}<title>Plants</title>${EXCERPTS}`,
    'category/plants/',
  ],
  ['home', `<title>Moor</title>${PROSE}`, 'de/'],
  ['home', `<title>Bog</title>${LINKS}`, 'index.html'],
  ['forum', `<title>Why is it red?</title>${PROSE}`, 'viewtopic.php?f=4&t=167'],
  ['forum', `<meta name=generator content="Discourse 3.1"><title>Why?</title>${PROSE}`, 't/why/167'],
  ['forum', `<meta name=generator content="Discuz! X3.4"><title>Why?</title>${PROSE}`, 'q/167'],
  ['forum', `<title>Why?</title>${PROSE}<script id="flarum-json-payload" type="application/json">{}</script>`, 'd/167'],
  ['forum', `${ld('QAPage')}<title>Why?</title>${PROSE}`, 'q/167'],
  ['forum', `<html itemscope itemtype="https://schema.org/QAPage"><title>Why?</title>${PROSE}`, 'q/167'],
  ['forum', `<title>Why?</title><div typeof="schema:DiscussionForumPosting">${PROSE}</div>`, 'q/167'],
  ...['topic/moss', 'threads/footbridge', 'team/board-of-directors', 'boards/bog', 'docs?topic=9.1'].map(
    (path): [Genre, string, string] => ['article', `<title>Sundews</title>${PROSE}`, path],
  ),
  ['article', `${ld('Article')}<title>Sundews</title>${PROSE}${MEMBER}`, 'threads/footbridge'],
  ['forum', `<title>Sundews</title>${PROSE}${MEMBER}`, 'threads/footbridge'],
  ...['f1/news/12/moss', 'ford/f150-review-2024', 'f16/moss', 't20/news/moss'].map((path): [Genre, string, string] => [
    'article',
    `<title>Sundews</title>${PROSE}`,
    path,
  ]),
  [
    'article',
    `<title>Courses</title>${['May', 'June', 'July', 'August'].map((month) => `<h2>${month}</h2><p>Inscription : avant le 3 ${month}</p>`).join('')}${PROSE}`,
    'courses',
  ],
  [
    'article',
    `<title>Parts</title>${['oak', 'elm', 'ash', 'fir'].map((wood) => `<h2>${wood}</h2><p>Posts: of ${wood}, and well dried</p>`).join('')}${PROSE}`,
    'fence',
  ],
  [
    'document',
    `<title>On moss</title><h2>Abstract</h2>${PROSE}<h2>1. Introduction</h2>${PROSE}<h2>References</h2><p>A.`,
    'moss',
  ],
  ['document', `<title>Settings</title>${PROSE}`, 'docs/settings'],
  ['search', `<title>Search results for moss</title>${LINKS}`, 'find?q=moss'],
  ['search', `<title>Bog</title>${LINKS}`, 'search?q=moss'],
  ['search', `<title>Suchergebnisse</title>${LINKS}`, 'suche/moor'],
  ['error', '<title>404 Not Found</title><h1>Not Found</h1>', 'gone'],
  ['error', `<title>404 Not Found</title><h1>Not Found</h1>${ld('WebPage')}<pre>nginx/1.24</pre>`, 'gone'],
  ['forum', `${ld('QAPage')}<title>Server returns error 404 for each page</title><p>It did not before.`, 'q/167'],
  ['article', `${ld('BlogPosting')}<title>Error 404 and its causes</title>${PROSE.slice(0, 540)}`, '404'],
  [
    'document',
    `<title>Custom pages for error 404</title><pre>error_page 404 /404.html;</pre>${PROSE.slice(0, 540)}`,
    'docs/404',
  ],
  ['error', `<title>Bog</title><h1>Seite nicht gefunden</h1><p>Versuchen Sie es hier.${LINKS}`, 'weg'],
  ['error', '<title>Bog</title><p>Sorry, this page does not exist.', 'gone'],
  ['error', '<title>Not Found | Bog</title><p>Sorry.', 'gone'],
  ['error', '<title>503 Service Unavailable</title><p>Sorry.', 'gone'],
  ['error', '<title>Nicht gefunden - Moor</title><p>Leider.', 'weg'],
  ...['Vermisster Wanderer weiterhin nicht gefunden', 'Trésor des Templiers : introuvable', 'Mujer no encontrada'].map(
    (title): [Genre, string, string] => [
      'article',
      `<title>${title}</title><h1>${title}</h1><time datetime=2020-01-02>2 Jan</time>${PROSE.slice(0, 540)}`,
      'news/7',
    ],
  ),
  ...['Dieser Artikel ist derzeit nicht verfügbar', 'This item is currently unavailable'].map(
    (line): [Genre, string, string] => ['listing', `<title>Lamp</title><h1>Lamp</h1><p>${line}</p>${LINKS}`, 'lamp'],
  ),
];

test.each(cases.map(([genre, html, path]) => [genre, path, html] as const))('%s at /%s', (genre, path, html) => {
  expect(cleanHtml(`http://bog.example/${path}` as Url, html, OPTIONS).genre).toBe(genre);
});

test('an article with comments is no forum, unless its URL says so', () => {
  const page = parseHtml(`<title>Sundews</title>${PROSE}`, { xhtml: false, maxLinks: 0 });
  const input = {
    page,
    text: PROSE,
    title: 'Sundews',
    metadata: {},
    things: [{ type: 'Article' }],
    kind: 'forum',
  } as const;
  expect(detectGenre({ ...input, url: 'http://bog.example/sundews' })).toBe('article');
  expect(detectGenre({ ...input, url: 'http://bogforum.example/sundews' })).toBe('forum');
});

test('a post of a blog in microdata is an article, also with comments', () => {
  const body = PROSE.slice(0, 300);
  const html = `<div itemscope itemtype="http://schema.org/BlogPosting"><h1>Sundews</h1>${body}</div>`;
  const page = parseHtml(html, { xhtml: false, maxLinks: 0 });
  const input = { page, text: body, title: 'Sundews', metadata: {}, things: [], url: 'http://bog.example/sundews' };
  expect(detectGenre({ ...input, kind: undefined })).toBe('article');
  expect(detectGenre({ ...input, kind: 'forum' })).toBe('article');
  expect(detectGenre({ ...input, kind: 'forum', url: 'http://bogforum.example/sundews' })).toBe('forum');
});

test.each([
  ['product', '<h1 itemprop=name>Boot</h1>', ''],
  ['document', '', '<h1>Boots</h1>'],
])('a page is a %s if its main heading is that of a product with a price in microdata', (genre, within, before) => {
  const html = `${before}<div itemscope itemtype="https://schema.org/Product">${within}<div itemprop=offers itemscope itemtype="https://schema.org/Offer"><span itemprop=price content=89.99>£89.99</span></div></div>`;
  const page = parseHtml(html, { xhtml: false, maxLinks: 0 });
  const input = { page, text: '£89.99', title: 'Boot', metadata: {}, things: [], kind: undefined };
  expect(detectGenre({ ...input, url: 'http://bog.example/4512' })).toBe(genre);
});

test.each([
  ['product', 'its URL in OpenCart', undefined, '/index.php?route=product/product&product_id=41', {}],
  ['product', 'og:type', undefined, '/pots/clay', { 'og:type': ['product'] }],
  ['product', 'og:type although it looks like an article', 'article', '/pots/clay', { 'og:type': ['product'] }],
  ['product', 'its URL', undefined, '/product/clay-pot/', {}],
  ['article', 'the type of a group', undefined, '/pots', { 'og:type': ['product.group'] }],
  ['article', 'its URL if it looks like an article', 'article', '/product/clay-pot/', {}],
  [
    'article',
    'its URL if it declares the time of a publication',
    undefined,
    '/product/news',
    { 'article:published_time': ['2024-05-01'] },
  ],
  ['collection', 'og:type if it is another kind', 'collection', '/pots', { 'og:type': ['product'] }],
] as const)('a page is a %s by %s', (genre, _, kind, path, metadata) => {
  const page = parseHtml(`<title>Pot</title>${PROSE}`, { xhtml: false, maxLinks: 0 });
  const input = { page, text: PROSE, title: 'Pot', things: [], url: `http://bog.example${path}` };
  expect(detectGenre({ ...input, kind, metadata: metadata as Record<string, string[]> })).toBe(genre);
});

test.each([
  ['article', 'WordPress', 'post-template-default single single-post postid-7'],
  ['article', 'Ghost', 'post-template tag-moss'],
  ['article', 'Drupal', 'path-node page-node-type-article'],
  ['forum', 'another page', 'single single-topic'],
] as const)('a page that looks like a forum is a %s by the class of %s', (genre, _, name) => {
  const page = parseHtml(`<title>Moss</title><body class="${name}">${PROSE}`, { xhtml: false, maxLinks: 0 });
  const input = { page, text: PROSE, title: 'Moss', metadata: {}, things: [], kind: 'forum' } as const;
  expect(detectGenre({ ...input, url: 'http://bog.example/moss' })).toBe(genre);
});

test('a page without text is a forum only if its URL says so', () => {
  const page = parseHtml('<title>Sundews</title><div id=app></div>', { xhtml: false, maxLinks: 0 });
  const input = { page, text: '', title: 'Sundews', metadata: {}, things: [], kind: 'forum' } as const;
  expect(detectGenre({ ...input, url: 'http://bog.example/sundews' })).toBe('document');
  expect(detectGenre({ ...input, url: 'http://bogforum.example/sundews' })).toBe('forum');
});

test('a host for communities may have articles', () => {
  const html = `<title>Sundews</title><h1>Sundews</h1><time datetime=2020-01-02>2 Jan</time>${PROSE}`;
  expect(cleanHtml('https://community.bog.example/blog/sundews' as Url, html, OPTIONS).genre).toBe('article');
});

test('a file that is not a page is a document', () => {
  const headers: [string, string][] = [['content-type', 'text/plain']];
  const page = { url: 'http://bog.example/notes.txt' as Url, headers, body: Buffer.from('Notes on the bog') };
  expect(cleanPage(page, OPTIONS).genre).toBe('document');
});

test.each([
  ['service', 'LocalBusiness'],
  ['service', 'Service'],
  ['service', 'RoofingContractor'],
  ['article', 'NewsArticle'],
  ['article', 'JobPosting'],
  ['product', 'Product'],
  ['listing', 'CollectionPage'],
])('is %s by JSON-LD of a page without text: %s', (genre, type) => {
  const script = JSON.stringify({ '@type': type, name: 'Moss', headline: 'Moss', url: '/moss' });
  const html = `<title>Moss</title><script type="application/ld+json">${script}</script><div id=app></div>`;
  expect(cleanHtml('https://moss.example/x' as Url, html, OPTIONS).genre).toBe(genre);
});

test.each([
  ['the likelier of collection and listing, if it is probably one of them', 'listing', [0.2, 0.35], {}],
  ['a collection, if that is likelier', 'collection', [0.35, 0.2], {}],
  ['no list, if it is probably neither', 'document', [0.25, 0.2], {}],
  [
    'no list, if it declares the time of an article',
    'document',
    [0.2, 0.35],
    { 'article:published_time': ['2024-03-12'] },
  ],
] as const)('a page of no certain kind is %s', (_, genre, [collection, listing], metadata) => {
  const page = parseHtml(`<title>Plants</title>${EXCERPTS.slice(0, 400)}`, { xhtml: false, maxLinks: 100 });
  const kinds = Float32Array.from(PAGE_KINDS, (kind) => ({ collection, listing })[kind as 'listing'] ?? 0.1);
  const input = { page, text: 'Plant 0', title: 'Plants', url: 'https://bog.example/plants', things: [], kinds };
  expect(detectGenre({ ...input, metadata: metadata as Record<string, string[]> })).toBe(genre);
});

test.each([
  ['collection', (n: number) => `<p>$${n}.50</p>`],
  ['listing', (n: number) => `<p>$${n}.50</p><p>${n} May 2024</p>`],
  ['listing', (n: number) => (n === 2 ? '<p>$2.50</p>' : '')],
])('a list of cards is a %s by their prices and dates', (genre, inner) => {
  const card = (n: number) =>
    `<li><h3><a href="/p/${n}">The plant of number ${n}</a></h3><p>A few words.</p>${inner(n)}`;
  const html = `<title>Plants</title><h1>Plants</h1><ul>${Array.from({ length: 12 }, (_, i) => card(i + 1)).join('')}</ul>`;
  const found = cleanHtml('https://bog.example/category/plants' as Url, `${ld('CollectionPage')}${html}`, OPTIONS);
  expect(found.genre).toBe(genre);
});

test.each([
  ['/en/articles/4411-pot-moss', 'document'],
  ['/hc/en-us/articles/360012345-Pot-moss', 'document'],
  ['/moss/4411', 'forum'],
])('a page like a thread at %s is a %s', (path, genre) => {
  const page = parseHtml(`<title>Pot moss</title><p>${'Press the moss onto wet soil. '.repeat(5)}`, {
    xhtml: false,
    maxLinks: 1,
  });
  const kinds = Float32Array.from(PAGE_KINDS, (kind) => (kind === 'forum' ? 0.9 : 0));
  const input = { page, text: 'Moss', title: 'Pot moss', url: `https://bog.example${path}`, things: [], kinds };
  expect(detectGenre({ ...input, kind: 'forum', metadata: {} })).toBe(genre);
});
