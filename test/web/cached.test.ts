import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type DocumentType, documentTypeOf } from '../../shared/clean/document-type.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import type { Url } from '../../shared/url/url.ts';
import { createApp } from '../../web/app.ts';
import { sanitizeHtml } from '../../web/cached/sanitize-html.ts';
import { aCapture, aRecord, aWorld } from './fixtures.ts';

const open = (capture: Capture | undefined, record: Partial<SearchRecord> = {}) => {
  const { ports } = aWorld({ records: [aRecord({ id: 'x', ...record })], captures: capture ? { x: capture } : {} });
  const app = createApp(ports);
  return { outer: () => app.request('/cached/x'), frame: () => app.request('/cached/x/page') };
};
const HTML = documentTypeOf('text/html');
const PAGE = '<!doctype html><title>Sundews</title><body><h1>Drosera</h1><script>alert(1)</script>';

test('shows the copy in a sandboxed frame, with date and URL of the archived page', async () => {
  const html = await (await open(aCapture(PAGE)).outer()).text();
  expect(html).toContain('<iframe class="archived" src="/cached/x/page" sandbox="" referrerpolicy="no-referrer"');
  expect(html).toContain('<time datetime="2023-11-14T22:13:20.000Z">14 November 2023 at 22:13 UTC</time>');
  expect(html).toContain('<a href="http://plants.example/drosera" rel="noreferrer">plants.example/drosera</a>');
});

test('the heading has the language of the title', async () => {
  const html = await (await open(aCapture(PAGE), { title: 'سمك', language: 'ar' }).outer()).text();
  expect(html).toContain('<h1 class="unseen">Cached copy of <bdi lang="ar">سمك</bdi></h1>');
});

test('removes scripts from the framed page and forbids scripts and loads by its policy', async () => {
  const answer = await open(aCapture(PAGE)).frame();
  const policy = answer.headers.get('content-security-policy')!.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(['sandbox', "default-src 'none'", 'img-src data:', "style-src 'unsafe-inline'"]),
  );
  expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
  const html = await answer.text();
  expect(html).toContain('<h1>Drosera</h1>');
  expect(html).not.toMatch(/script|alert/);
});

test('shows no request or response headers and no storage keys', async () => {
  const { outer, frame } = open(aCapture(PAGE, { headers: [['set-cookie', 'session=s3cret']] }));
  for (const answer of [await outer(), await frame()]) {
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).not.toMatch(/c2VjcmV0|s3cret|warc/);
  }
});

describe('decodes the page', () => {
  const latin1 = Buffer.from('<p>K\xf6ttätande', 'latin1');
  test.each<[string, Uint8Array, [string, string][]]>([
    [
      'gzip',
      gzipSync('<p>Köttätande'),
      [
        ['content-type', 'text/html; charset=utf-8'],
        ['content-encoding', 'gzip'],
      ],
    ],
    ['a charset in the header', latin1, [['Content-Type', 'text/html; charset=iso-8859-1']]],
    [
      'a charset in the page',
      Buffer.from('<meta charset=latin1><p>K\xf6tt\xe4tande', 'latin1'),
      [['content-type', HTML]],
    ],
  ])('%s', async (_, body, headers) => {
    expect(await (await open(aCapture(body, { headers })).frame()).text()).toContain('<p>Köttätande');
  });

  test('a page that the crawl unpacked by a higher `fetch.maxUnpackRatio` than the default', async () => {
    const body = gzipSync(`<p>Sundews${' '.repeat(3_000_000)}`);
    expect(3_000_000 / body.length).toBeGreaterThan(100);
    const headers: [string, string][] = [['content-encoding', 'gzip']];
    expect(await (await open(aCapture(body, { headers })).frame()).text()).toContain('<p>Sundews');
  });

  test('a gzip file of a page or text', async () => {
    const packed = (name: string, text: string) =>
      aCapture(gzipSync(Buffer.from(text, 'latin1')), {
        url: `http://plants.example/${name}` as Url,
        headers: [['content-type', 'application/gzip']],
      });
    const page = open(packed('page.html.gz', '<meta charset=latin1><p>K\xf6tt\xe4tande'), { type: HTML });
    expect(await (await page.frame()).text()).toContain('<p>Köttätande');
    const text = open(packed('notes.txt.gz', 'Sundews & moss'), { type: documentTypeOf('text/plain') });
    expect(await (await text.frame()).text()).toContain('Sundews &amp; moss');
  });
});

describe('shows other documents as text', () => {
  test('plain text as it was sent: markup in it is escaped', async () => {
    const capture = aCapture('<b>bold</b> & <script>', { headers: [['content-type', 'text/plain']] });
    const { outer, frame } = open(capture, { type: documentTypeOf('text/plain') });
    expect(await (await frame()).text()).toContain('&lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;');
    expect(await (await outer()).text()).toContain('Shown as plain text.');
  });

  test.each<[string, Capture, DocumentType]>([
    ['it is not text', aCapture('%PDF-1.7 …'), documentTypeOf('application/pdf')],
    [
      'its content coding is unknown',
      aCapture(Buffer.from('fd377a585a00abcd', 'hex'), { headers: [['content-encoding', 'xz']] }),
      HTML,
    ],
    [
      'it decompresses to too many bytes',
      aCapture(gzipSync(Buffer.alloc(4_000_001)), { headers: [['content-encoding', 'gzip']] }),
      HTML,
    ],
    ['it is nested too deeply', aCapture('<div>'.repeat(400_000)), HTML],
    // Each end tag would be compared with 1,500 open elements.
    ['it has too many tags for its nesting', aCapture('<div>'.repeat(1_500) + '</b>'.repeat(250_000)), HTML],
    ['its markup becomes too long when it is escaped', aCapture('&'.repeat(1_500_000)), HTML],
    ['a Lambda function could not return its quotes as JSON', aCapture(`<p>${'"'.repeat(3_500_000)}`), HTML],
    ['the body is empty', aCapture(''), HTML],
  ])('the extracted text if %s', async (_, capture, type) => {
    const { outer, frame } = open(capture, { type, text: 'What it <says>.' });
    expect(await (await frame()).text()).toContain('What it &lt;says&gt;.');
    expect(await (await outer()).text()).toContain('This is the text that was extracted from it');
  });
});

describe('honours noarchive of the publisher', () => {
  const robots = (value: string) => aCapture(PAGE, { headers: [['X-Robots-Tag', value]] });
  test.each<[string, Capture, number]>([
    ['header', robots('noarchive'), 403],
    ['header with others', robots('nofollow, NOARCHIVE'), 403],
    ['header for us', robots('thresher: noarchive'), 403],
    ['header for another robot', robots('otherbot: noarchive'), 200],
    ['meta element', aCapture(`<meta name=Robots content="index,noarchive">${PAGE}`), 403],
    ['meta element for us', aCapture(`<meta name=thresher content=noarchive>${PAGE}`), 403],
    ['meta element for another robot', aCapture(`<meta name=otherbot content=noarchive>${PAGE}`), 200],
    ['other directives', aCapture(`<meta name=robots content="nofollow, noarchives">${PAGE}`), 200],
  ])('%s', async (_, capture, status) => {
    const { outer, frame } = open(capture);
    for (const answer of [await outer(), await frame()]) {
      expect(answer.status).toBe(status);
      expect((await answer.text()).includes('<h1>Drosera</h1>')).toBe(
        status === 200 && answer.headers.get('content-security-policy')!.startsWith('sandbox'),
      );
    }
  });
});

test('answers 404 for unknown and malformed ids', async () => {
  const { ports } = aWorld({ records: [aRecord({ id: 'x' })] });
  const app = createApp({ ...ports, capture: async () => undefined });
  for (const path of ['/cached/x', '/cached/x/page', '/cached/y', '/cached/..%2Fx', `/cached/${'x'.repeat(129)}`]) {
    expect((await app.request(path)).status, path).toBe(404);
  }
});

test.each([
  ['ampersands', '&'],
  ['quotes', '"'],
  ['control characters', '\u0001'],
  ['letters of three bytes', '\u4e00'],
])('shows the beginning of a long text of %s, so that a Lambda function can return it', async (_, character) => {
  const text = Buffer.from(character.repeat(1_200_000));
  const plain = aCapture(text, { headers: [['content-type', 'text/plain; charset=utf-8']] });
  const { outer, frame } = open(plain, { type: documentTypeOf('text/plain') });
  const answer = await (await frame()).text();
  expect(answer.length).toBeGreaterThan(990_000);
  // The gateway takes an answer as JSON of at most 6 MiB, with some kilobytes of headers.
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(6 * 2 ** 20 - 20_000);
  expect(await (await outer()).text()).toContain('Shown as plain text. Only the beginning is shown.');
});

test('shows a page of megabytes that a Lambda function can return', async () => {
  const { frame } = open(aCapture(`<p>${'"'.repeat(2_900_000)}`));
  const answer = await (await frame()).text();
  expect(answer).toContain('"""');
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(6 * 2 ** 20 - 20_000);
});

test('shows deep old pages that never close an element', async () => {
  const { frame } = open(aCapture('<font color=red>sundew '.repeat(1_500)));
  expect((await (await frame()).text()).match(/<font color="red">/g)).toHaveLength(1_500);
});

describe('rewrites a page with allowed elements only', () => {
  const body = (source: string) => sanitizeHtml(source, 'http://a.example/dir/')?.html.replace('<!doctype html>\n', '');
  test.each([
    ['<p onclick="x()" style="color:red" class=a data-x=1>t</p>', '<p style="color:red" class="a">t</p>'],
    ['<script>x</script>a<SCRIPT src=//e></SCRIPT >b', 'ab'],
    ['<svg><a xlink:href="javascript:x"><text>t</text></a></svg>a', 'a'],
    ['<iframe srcdoc="<script>x</script>">f</iframe><object data=x><p>o</object><embed src=x>a', 'a'],
    ['<object><object>x</object>y</object>a', 'a'],
    ['<template><img src=x></template><noscript><p>n</p></noscript>', '<p>n</p>'],
    [
      '<x-a><template shadowrootmode=open><style>p{display:none}</style><p>own</p><slot></slot></template>light</x-a><style>b{}</style>',
      '<p>own</p>light<style>b{}</style>',
    ],
    [
      '<template shadowrootmode=open>a<template><style>p{}</style>b</template><script>c</script>d</template>e<template>f<template shadowrootmode=open>g</template>h</template>i',
      'adei',
    ],
    ['<meta http-equiv=refresh content="0;url=http://e/"><link rel=dns-prefetch href=//e><base href=//e>a', 'a'],
    ['<form action=http://e/><input name=a><button>Send</button><select><option>o</select></form>', 'Send'],
    ['<a href="javascript:alert(1)" ping=//e target=_top>a</a>', '<a>a</a>'],
    ['<a href="../b?c&d">a</a>', '<a title="http://a.example/b?c&amp;d">a</a>'],
    ['<base href="http://b.example/"><a href=c>a</a>', '<a title="http://b.example/c">a</a>'],
    ['<a href="#note">a</a><p id="note">', '<a href="#note">a</a><p id="note"></p>'],
    ['<img src=http://e/x.png alt="A <b>leaf</b>"><img srcset=x>', 'A &lt;b&gt;leaf&lt;/b&gt;'],
    ['<img src="data:image/png;base64,AA" alt=x>', '<img alt="x" src="data:image/png;base64,AA">'],
    ['<img src="data:image/svg+xml,<svg onload=x>">', ''],
    ['<img src="data:text/html,x">', ''],
    ['<body background=http://e/ bgcolor=red>', '<body bgcolor="red"></body>'],
    ['<style>p > a { color: red }</style>', '<style>p > a { color: red }</style>'],
    ['<style>a</styl</style><i>b</i>', '<style>a<\\/styl</style><i>b</i>'],
    ['<math><mtext><style><img src=x></style></mtext></math>', '<style><img src=x></style>'],
    [
      '<custom-element><p title="&quot;&gt;&lt;script&gt;">&lt;script&gt;</p>',
      '<p title="&quot;&gt;&lt;script&gt;">&lt;script&gt;</p>',
    ],
    ['<!-- <p> --><?php x ?><![CDATA[y]]>a', 'a'],
    ['<xmp><script>x</script></xmp>', '&lt;script&gt;x&lt;/script&gt;'],
    ['<style>@import url(//e);a{color:red}</style>', '<style>a{color:red}</style>'],
    ['<style>a{background: URL( "//e" ) red}</style>', '<style>a{background: none red}</style>'],
    ['<p style="background:url(http://e/)">', '<p style="background:none"></p>'],
    [
      "<p style='background:url(data:image/gif;base64,AA)'>",
      '<p style="background:url(data:image/gif;base64,AA)"></p>',
    ],
    ['<title></title><script>x</script><p>a', '<title></title><p>a</p>'],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));
});

describe('the original file', () => {
  const pdf = Buffer.from('%PDF-1.4 \0\xff', 'latin1');
  const PDF: [string, string][] = [['content-type', 'application/pdf']];
  const file = async (capture: Capture, record: Partial<SearchRecord>, maxFileBytes?: number) => {
    const { ports } = aWorld({ records: [aRecord({ id: 'x', ...record })], captures: { x: capture } });
    return createApp({ ...ports, ...(maxFileBytes !== undefined && { maxFileBytes }) }).request('/cached/x/file');
  };

  test('is sent to be saved, byte by byte', async () => {
    const capture = aCapture(pdf, { url: 'http://plants.example/b%C3%B6g.pdf' as Url, headers: PDF });
    const answer = await file(capture, { type: 'pdf' });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''b%C3%B6g-2023-11-14-22-13-20-x.pdf",
    );
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['text/html', 'application/octet-stream', 'ms\u2014word', ''])(
    'is unpacked, and has the type and the name of its content, not of the header %j',
    async (declared) => {
      const headers: [string, string][] = [
        ['content-type', declared],
        ['content-encoding', 'gzip'],
      ];
      const answer = await file(aCapture(gzipSync(pdf), { headers }), { type: 'pdf' });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toMatch(/-x\.pdf$/);
    },
  );

  test.each<[string, string, SearchRecord['type'], string]>([
    ['a script', 'application/javascript', 'text', 'txt'],
    ['no media type', 'plain\u2014text', 'text', 'txt'],
    ['an image with scripts', 'image/svg+xml', 'image', 'svg'],
  ])('has no type that a browser runs, or no header can have: %s', async (_, declared, type, extension) => {
    const text = type === 'image' ? '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>' : 'alert(1)';
    const answer = await file(aCapture(text, { headers: [['content-type', declared]] }), { type });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`-x\\.${extension}$`));
  });

  test('of a text keeps its encoding', async () => {
    const latin1 = Buffer.from('B\xf6g', 'latin1');
    const capture = aCapture(latin1, { headers: [['content-type', 'text/plain; charset=iso-8859-1']] });
    const answer = await file(capture, { type: 'text' });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(latin1);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/-x\.txt$/);
  });

  test.each<[string, Partial<SearchRecord>, number | undefined]>([
    ['a page', { type: HTML }, undefined],
    ['XML', { type: 'xml' }, undefined],
    ['a file that is too large', { type: 'pdf' }, 5],
    ['a file that was cut off', { type: 'pdf' }, undefined],
  ])('leads to the cached copy for %s', async (name, record, maxFileBytes) => {
    const truncated = name.endsWith('cut off');
    const answer = await file(aCapture(pdf, { headers: PDF, truncated }), record, maxFileBytes);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cached/x']);
  });

  test('is not sent if the publisher forbids copies, or there is none', async () => {
    const forbidden: [string, string][] = [...PDF, ['x-robots-tag', 'noarchive']];
    expect((await file(aCapture(pdf, { headers: forbidden }), { type: 'pdf' })).status).toBe(403);
    expect((await file(aCapture(pdf, { headers: PDF }), { type: 'pdf', directives: ['noarchive'] })).status).toBe(403);
    const { ports } = aWorld({ records: [aRecord({ id: 'x', type: 'pdf' })] });
    for (const path of ['/cached/x/file', '/cached/y/file'])
      expect((await createApp(ports).request(path)).status).toBe(404);
  });

  test('is linked from the record, unless it is a page', async () => {
    const { ports } = aWorld({ records: [aRecord({ id: 'x', type: 'pdf' }), aRecord({ id: 'y' })] });
    const record = async (id: string) =>
      (await createApp(ports).request(`/record/${id}`, { headers: { accept: 'text/html' } })).text();
    expect(await record('x')).toContain('<a href="/cached/x/file">Original file</a>');
    expect(await record('y')).not.toContain('/file');
  });
});
