import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml, cleanPage } from '../../shared/clean/clean-page.ts';
import { compileExtract } from '../../shared/clean/extract/extract-page.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { cleanOptionsOf } from '../../shared/settings/stage-options.ts';
import type { Url } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';
import { fewOrMany } from '../long-test.ts';

const PAGE = 'http://bog.example/plants/list.html' as Url;
const clean = (
  body: string | Uint8Array,
  headers: [string, string][] = [['Content-Type', 'text/html; charset=utf-8']],
) => cleanPage({ url: PAGE, headers, body: typeof body === 'string' ? Buffer.from(body) : body }, OPTIONS);

const ARTICLE = `<!DOCTYPE html><html lang="en"><head><title>Sundews</title>
<meta name="Description" content="All about sundews"><meta name=keywords content="sundew, bog">
<meta name=author content="A. Gardener"><meta property="article:published_time" content="2024-05-06T07:08:09Z">
<link rel=canonical href="/plants/sundews"><link rel="alternate" type="application/rss+xml" href="feed.xml"></head>
<body><nav><a href="/">Home</a> <a href="mailto:x@bog.example">Write</a> <a href="#top">Top</a></nav>
<h1>The sundews</h1><p>Sundews catch insects with the sticky drops on the hairs of their leaves, which bend around the prey.</p>
<p>They grow where the soil is poor, in bogs &amp; fens, as <a href="bogs.html#wet" rel=nofollow>peat   bogs</a>; see <a href="bogs.html">here</a>.</p>
</body></html>`;

const escaped = (text: string): string => text.replace(/[.;]/g, '\\$&');

test.each([
  ['windows-1252', '\xf6', '%F6'],
  ['windows-1252', '\xc3\xb6', '%C3%B6'],
  ['utf-8', '\xc3\xb6', '%C3%B6'],
])('the query of a Refresh header of a page in %s keeps its bytes', (charset, raw, escaped) => {
  const headers: [string, string][] = [
    ['Content-Type', `text/html; charset=${charset}`],
    ['Refresh', `0; url=/next?q=${raw}`],
  ];
  expect(clean('<p>text', headers).links).toEqual([
    { url: `http://bog.example/next?q=${escaped}`, anchor: '', rel: 'refresh' },
  ]);
});

test('a translation that a page declares itself is listed once', () => {
  const headers: [string, string][] = [
    ['Content-Type', 'text/html'],
    ['Link', '</de/>; rel=alternate; hreflang=DE, </sv>; rel=alternate; hreflang=sv'],
  ];
  const { about } = clean('<link rel=alternate hreflang=de href="/x/../de/"><p>Moss', headers);
  expect(about?.alternates.map(({ language }) => language)).toEqual(['de', 'sv']);
});

test('Link headers name the canonical URL, translations and neighbours of a page', () => {
  const headers: [string, string][] = [
    ['Content-Type', 'text/html'],
    ['Link', '</wp-json/>; rel="https://api.w.org/", </moss>; rel="canonical"'],
    ['link', '</de>; rel=alternate; hreflang=de, <mailto:x>; rel=next, </2>; rel=next, </data>; rel=alternate'],
  ];
  const { canonical, links, about } = clean('<p>Moss <a href=/2 rel=next>more</a>', headers);
  expect(canonical).toBe('http://bog.example/moss');
  expect(about?.alternates).toEqual([{ language: 'de', url: 'http://bog.example/de' }]);
  expect(links.map(({ url, rel }) => [url, rel])).toEqual([
    ['http://bog.example/moss', 'canonical'],
    ['http://bog.example/de', 'alternate'],
    ['http://bog.example/2', 'next'],
  ]);
});

test('the canonical URL of a page precedes that of its Link header', () => {
  const headers: [string, string][] = [
    ['Content-Type', 'text/html'],
    ['Link', '</other>; rel=canonical'],
  ];
  expect(clean('<link rel=canonical href=/moss><p>Moss', headers).canonical).toBe('http://bog.example/moss');
});

test('a file has the canonical URL of its Link header', () => {
  const headers: [string, string][] = [
    ['Content-Type', 'text/plain'],
    ['Link', '</moss>; rel=canonical'],
  ];
  expect(clean('Moss grows on stones.', headers).canonical).toBe('http://bog.example/moss');
});

test.each([
  ['<html lang=pt-BR><p>Musgo', [], 'pt-BR'],
  ['<p>Moss', [['Content-Language', 'en_GB, de']], 'en_GB'],
  ['<html lang=sv><p>Mossa', [['Content-Language', 'en']], 'sv'],
  ['<html lang="not a tag"><p>Moss', [], undefined],
  ['<p>Moss', [], undefined],
] as [string, [string, string][], string | undefined][])(
  '%s with %j declares the language %s',
  (html, headers, expected) => {
    expect(clean(html, [['Content-Type', 'text/html'], ...headers]).declaredLanguage).toBe(expected);
  },
);

describe('a page', () => {
  test('becomes a document with its metadata', () => {
    const text =
      'Sundews catch insects with the sticky drops on the hairs of their leaves, which bend around the prey.\n\n' +
      'They grow where the soil is poor, in bogs & fens, as peat bogs; see here.';
    const document = clean(ARTICLE);
    expect(document).toEqual({
      url: PAGE,
      title: 'Sundews',
      // The model decides whether a headline that repeats the title belongs to the text.
      text: expect.stringMatching(new RegExp(`${escaped(text)}$`)),
      markdown: null,
      language: 'en',
      languageConfidence: expect.any(Number),
      declaredLanguage: 'en',
      charset: 'UTF-8',
      charsets: { declared: 'UTF-8', detected: null },
      author: 'A. Gardener',
      date: '2024-05-06T07:08:09Z',
      modified: null,
      publisher: null,
      genre: 'article',
      fields: {},
      about: {
        headline: 'The sundews',
        pageTitle: null,
        ...{ site: null, licence: null, generator: null, server: null, country: null, expires: null, alternates: [] },
        ...{ qualified: [], things: [], reserved: {} },
        feeds: [{ url: 'http://bog.example/plants/feed.xml', type: 'application/rss+xml', title: '' }],
      },
      sources: {
        ...{ title: 'title', author: 'meta author', date: 'meta article:published_time' },
        ...{ description: 'meta description', keywords: 'meta keywords' },
      },
      description: 'All about sundews',
      keywords: ['sundew', 'bog'],
      headings: ['The sundews'],
      links: [
        { url: 'http://bog.example/plants/sundews', anchor: '', rel: 'canonical' },
        { url: 'http://bog.example/plants/feed.xml', anchor: '', rel: 'alternate' },
        { url: 'http://bog.example/', anchor: 'Home', rel: '' },
        { url: 'http://bog.example/plants/bogs.html', anchor: 'peat bogs', rel: 'nofollow' },
        { url: 'http://bog.example/plants/bogs.html', anchor: 'here', rel: '' },
      ],
      metadata: {
        description: ['All about sundews'],
        keywords: ['sundew, bog'],
        author: ['A. Gardener'],
        'article:published_time': ['2024-05-06T07:08:09Z'],
      },
      mimeType: 'text/html',
      digest: createHash('sha256').update(document.text.replaceAll('\n\n', ' ')).digest('hex'),
      md5: createHash('md5').update(document.text.replaceAll('\n\n', ' ')).digest('hex'),
      simhash: null,
      canonical: 'http://bog.example/plants/sundews',
      robots: [],
      reason: null,
    });
  });

  test('gives the same document in any encoding and content coding', () => {
    // Only the declared encoding differs.
    const plain = { ...clean(ARTICLE), charsets: expect.anything() };
    expect(
      clean(gzipSync(ARTICLE), [
        ['content-type', 'text/html'],
        ['Content-Encoding', 'gzip'],
      ]),
    ).toEqual(plain);
    expect(clean(ARTICLE, [])).toEqual(plain);
    expect({ ...cleanHtml(PAGE, ARTICLE, OPTIONS), charsets: {} }).toEqual(plain);
  });

  test('resolves links against the base element, wherever it is', () => {
    const urls = (html: string) => clean(html).links.map((link) => link.url);
    expect(urls('<a href="x">1</a><base href="http://other.example/dir/"><base href="/no/">')).toEqual([
      'http://other.example/dir/x',
    ]);
    expect(urls('<base href="/dir/"><a href="x">1</a><a href="#y">2</a>')).toEqual([
      'http://bog.example/dir/x',
      'http://bog.example/dir/',
    ]);
    for (const base of ['http://[broken', 'javascript:x()', 'data:text/html,x', 'mailto:a@b.example'])
      expect(urls(`<base href="${base}"><a href="x">1</a>`)).toEqual(['http://bog.example/plants/x']);
  });

  test('lists a link with the same anchor text once', () => {
    const html = '<a href=x>a</a><a href=x>b</a><a href="x#1">a</a><a href=x>b</a>';
    expect(clean(html).links.map((link) => link.anchor)).toEqual(['a', 'b']);
  });

  test('has the same digest for the same text with other white space and menus', () => {
    const words =
      'Sundews catch insects with the sticky drops on the hairs of their leaves, which then bend around them.';
    const one = clean(`<p>${words}</p>`);
    const other = clean(`<nav>menu</nav><div>${words.replaceAll(' ', '\n ')}</div>`);
    expect(other.digest).toBe(one.digest);
    expect(clean(`<p>${words}!</p>`).digest).not.toBe(one.digest);
  });

  test('has another digest if a rule extracts other values beside the same text', () => {
    const rule = { name: 'list', pages: ['*'], keep: true };
    const price = { price: { select: 'b', type: 'text' as const } };
    const page = (value: string) => `${ARTICLE}<aside><b>${value}</b></aside>`;
    for (const values of [{ fields: price }, { fields: {}, items: { select: 'aside', fields: price, follow: [] } }]) {
      const extract = compileExtract(
        { rules: [{ ...rule, ...values }], followOnly: false, maxPageLength: 1_000_000 },
        DEFAULT_URL_RULES,
      );
      const cleaned = (url: string, value: string) => cleanHtml(url as Url, page(value), { ...OPTIONS, extract });
      const [one, two] = [cleaned('http://bog.example/1', '5'), cleaned('http://bog.example/2', '7')];
      expect([two.text, two.md5]).toEqual([one.text, one.md5]);
      expect(two.digest).not.toBe(one.digest);
      expect(cleaned('http://bog.example/3', '5').digest).toBe(one.digest);
    }
  });

  test('without a text has a digest of its own', () => {
    const html = '<frameset><frame src=a></frameset>';
    const other = cleanHtml('http://bog.example/other' as Url, html, OPTIONS);
    expect(other.digest).not.toBe(clean(html).digest);
  });

  test('with noindex is cleaned and has a reason', () => {
    expect(clean(`<meta name=ROBOTS content="NoIndex, nofollow">${ARTICLE}`)).toMatchObject({
      robots: ['noindex', 'nofollow'],
      reason: 'noindex',
      title: 'Sundews',
    });
    expect(
      clean('<p>x', [
        ['X-Robots-Tag', 'noarchive'],
        ['x-robots-tag', 'thresher: nosnippet'],
      ]),
    ).toMatchObject({
      robots: ['noarchive', 'nosnippet'],
      reason: null,
    });
    expect(clean('<meta name=thresher content=noindex><p>x')).toMatchObject({ reason: 'noindex' });
  });
});

test.each([
  ['a required element', '<meta name="DC.Title" content="Bogs"><p>x', null],
  ['no required element', '<meta name="author" content="Ada"><p>x', 'no-metadata'],
  ['a required element without a value', '<meta name="dc.title" content=" "><p>x', 'no-metadata'],
  [
    'an element whose name only contains the required one',
    '<meta name="x-dc.title" content="Bogs"><p>x',
    'no-metadata',
  ],
  ['an element that is required by its full name', '<meta name="subject" content="Bogs"><p>x', null],
  ['noindex and no required element', '<meta name="robots" content="noindex"><p>x', 'noindex'],
])('a crawl with required metadata reads a page with %s', (_, html, reason) => {
  const settings = readSettings({ seeds: ['http://bog.example/'], metadata: { required: ['DC.*', 'subject'] } });
  const page = { url: PAGE, headers: [['Content-Type', 'text/html']] as [string, string][], body: Buffer.from(html) };
  const document = cleanPage(page, cleanOptionsOf(settings));
  expect(document).toMatchObject({ text: 'x', reason });
});

describe('an unreadable body is an empty document with a reason', () => {
  const cases: [name: string, body: string | Uint8Array, headers: [string, string][], reason: string, type: string][] =
    [
      ['an empty body', '', [['Content-Type', 'text/html']], 'no-content', 'text/html'],
      ['an image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), [], 'unwanted-type', 'image/png'],
      ['a style sheet', 'p{}', [['Content-Type', 'text/css']], 'unwanted-type', 'text/css'],
      [
        'an unknown content coding',
        'BZh91AY',
        [
          ['Content-Encoding', 'pack200'],
          ['Content-Type', 'text/html'],
        ],
        'encoding',
        'text/html',
      ],
      [
        'a decompression bomb',
        gzipSync(Buffer.alloc(OPTIONS.maxBytes + 1)),
        [['Content-Encoding', 'gzip']],
        'too-large',
        '',
      ],
    ];
  test.each(cases)('%s', (_, body, headers, reason, mimeType) => {
    expect(clean(body, headers)).toMatchObject({ reason, mimeType, text: '', title: null, links: [], charset: null });
  });
});

test('keeps the lines of plain text', () => {
  expect(clean('Title\r\n\r\n  two  spaces \n', [['Content-Type', 'text/plain']])).toMatchObject({
    title: 'Title',
    text: 'Title\n\n  two  spaces',
    mimeType: 'text/plain',
  });
});

test('a long line is no title, also if a word ends where a title would be cut', () => {
  const text = `${'sundews '.repeat(15)}live`;
  expect(text[120 - 1]).toBe(' ');
  for (const given of [text, `x${text}`, `${text}\nin bogs`])
    expect(clean(given, [['Content-Type', 'text/plain']])).toMatchObject({ title: null, text: given });
});

test.each([
  ['text/csv', 'moss,bog\nsphagnum,fen', null],
  ['text/x-rst', 'Moss\n====', 'Moss'],
])('reads %s as text, and a line of column names as no title', (type, body, title) => {
  expect(clean(body, [['Content-Type', type]])).toMatchObject({ title, text: body, reason: null, mimeType: type });
});

test.each([
  ['text/plain; charset=utf-8', 'plants.csv', 'text/csv', null],
  ['application/octet-stream', 'plants.TSV?raw=1', 'text/tab-separated-values', null],
  ['', 'plants.csv.gz', 'text/csv', null],
  ['text/plain', 'plants?file=a.csv', 'text/plain', 'moss,bog'],
  ['text/html', 'plants.csv', 'text/html', null],
])('a table of type "%s" at %s is read as %s', (type, path, mimeType, title) => {
  const url = `http://bog.example/${path}` as Url;
  const headers: [string, string][] = type === '' ? [] : [['Content-Type', type]];
  const body = Buffer.from('moss,bog\nsphagnum,fen');
  expect(cleanPage({ url, headers, body }, OPTIONS)).toMatchObject({ mimeType, title });
});

describe('gives a document for', () => {
  const check = (body: Uint8Array, type: string, coding: string) => {
    const headers: [string, string][] = [
      ['content-type', type],
      ['content-encoding', coding],
    ];
    const one = clean(body, headers);
    expect(JSON.stringify(clean(body, headers))).toBe(JSON.stringify(one));
    expect(one.digest).toMatch(/^[0-9a-f]{64}$/);
  };
  const types = fc.constantFrom(
    '',
    'text/html',
    'text/html; charset=utf-16',
    'application/xhtml+xml',
    'text/plain; charset=gbk',
  );
  const codings = fc.constantFrom('', 'gzip', 'br', 'deflate', 'zstd');

  test('random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), types, codings, (body, type, coding) => {
        check(body, type, coding);
      }),
      { numRuns: fewOrMany(25, 300), seed: 1 },
    );
  });

  test('markup fragments in random order', () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '<a href=',
        '"',
        "'",
        '<!--',
        '-->',
        '<script>',
        '</script',
        '<svg>',
        '<title>',
        '<td>',
        '&',
        '&#x',
        ';',
      ],
      ...[
        '<![CDATA[',
        ']]>',
        '<?xml ',
        '<meta charset=',
        'utf-16',
        '<base href=',
        '//',
        ':',
        '\0',
        '\ufeff',
        'é',
        '<p/>',
        '<svg/>',
      ],
      ...[
        '<template>',
        '<pre>',
        '\n',
        ' ',
        'text',
        '<h1>',
        '<nav>',
        '</nav>',
        '<plaintext>',
        '<image alt=x>',
        '</p>',
        '</br>',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), types, (parts, type) => {
        check(Buffer.from(parts.join('')), type, '');
      }),
      { numRuns: fewOrMany(100, 500), seed: 2 },
    );
  });

  test('a page with changed bytes, plain and compressed', () => {
    for (const [whole, coding] of [
      [Buffer.from(ARTICLE), ''],
      [gzipSync(ARTICLE), 'gzip'],
    ] as const) {
      for (let i = 0; i < fewOrMany(8, 120); i++) {
        const body = Buffer.from(whole);
        for (let k = 0; k < 3; k++) body[(i * 131 + k * 977) % body.length] = (i * 37 + k * 101) & 0xff;
        expect(() => check(body, 'text/html', coding)).not.toThrow();
      }
    }
  });
});
