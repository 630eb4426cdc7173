import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as options } from '../../shared/clean/clean-options.ts';
import { markdownWriter } from '../../shared/clean/markdown/writer.ts';
import { readHtml, readHtmlText } from '../../shared/clean/read-html.ts';
import type { Url } from '../../shared/url/url.ts';

const read = (html: string, url = 'http://bog.example/plants') => readHtmlText(html, { url: url as Url, options });

describe('ruby readings', () => {
  const textOf = (html: string) => read(`<p>${html}`).text;

  test.each([
    [
      'follow the whole base text',
      '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>の本',
      '漢字かんじの本',
    ],
    [
      'follow adjacent ruby elements',
      'この<ruby>漢<rt>かん</rt></ruby><ruby>字<rt>じ</rt></ruby>です',
      'この漢字かんじです',
    ],
    ['need no end tags', '<ruby>漢<rp>(<rt>かん<rp>)</ruby>と', '漢かんと'],
    [
      'ignore white space in the element',
      '<ruby>\n<rb>漢</rb>\n<rt>かん</rt>\n<rb>字</rb>\n<rt>じ</rt>\n</ruby> 本',
      '漢字かんじ 本',
    ],
    ['have their entities decoded', '<ruby>漢<rt>&#12363;&#12435;</rt></ruby>', '漢かん'],
    ['of letters are words of their own', '<ruby>WWW<rt>World Wide Web</rt></ruby>, 1989', 'WWW World Wide Web, 1989'],
    ['end with the paragraph', '<ruby>漢<rt>かん<p>字', '漢かん\n\n字'],
    ['have no meaning outside of ruby', 'a<rp>(</rp><rt>b</rt>', 'a(b'],
  ])('%s', (_rule, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  test('belong to the heading, link and emphasis of their base', () => {
    const page =
      '<h1><ruby>漢<rt>かん</rt></ruby></h1><p><a href=/x><ruby>字<rt>じ</rt></ruby></a>と<b><ruby>本<rt>ほん</rt></ruby></b>だ';
    const { headings, links, markdown } = readHtmlText(page, {
      url: 'http://bog.example/' as Url,
      options: { ...options, markdown: markdownWriter },
    });
    expect({ headings, anchor: links[0]?.anchor }).toEqual({ headings: ['漢かん'], anchor: '字じ' });
    expect(markdown).toContain('[字じ](http://bog.example/x)と**本ほん**だ');
  });
});

describe('permalink signs', () => {
  const read = (html: string) =>
    readHtmlText(html, { url: 'http://bog.example/' as Url, options: { ...options, markdown: markdownWriter } });

  test.each([
    '<a class=headerlink href="#sundews" title="Permalink to this heading">¶</a>',
    ' <a href="#sundews" class=permalink>&para;</a>',
    '<a href=#sundews><span aria-hidden=true>#</span></a>',
    ' <a href=/page#sundews>§</a> ',
    '<a href=/page>🔗</a>',
  ])('%s leaves title, headings, text and Markdown', (sign) => {
    const page = `<title>Sundews of the north</title><h1>Sundews of the north${sign}</h1><p>${'Sundews catch flies. '.repeat(9)}
      <h2>${sign}Leaves</h2><p>${'Their leaves are round. '.repeat(9)}`;
    const { title, headings, text, markdown } = read(page);
    expect({ title, headings }).toEqual({
      title: 'Sundews of the north',
      headings: ['Sundews of the north', 'Leaves'],
    });
    for (const shown of [text, markdown]) expect(shown).not.toMatch(/[¶§🔗]|#\]|\]\(|#$/mu);
    expect(markdown).toContain('## Leaves\n');
  });

  test.each([
    ['after a heading', '<h2>Leaves</h2><a href="#leaves">#</a><p>Round', 'Leaves\n\nRound'],
    ['at a definition', '<dl><dt>leaf()<a href="#leaf">¶</a></dt><dd>Round</dd></dl>', 'leaf()\nRound'],
  ])('leave text %s', (_where, html, text) => {
    expect(read(html).text).toBe(text);
  });

  test.each([
    ['in running text', '<p>See § 5 and #1 in C#, ¶ 3', 'See § 5 and #1 in C#, ¶ 3'],
    ['as a part of a link', '<p><a href="#n1">#<b>1</b></a> <a href="#n2">§ 2</a>', '#1 § 2'],
    ['as a link to another page', '<p>All names: <a href=/0-9>#</a> <a href=/a>A</a>', 'All names: # A'],
  ])('stay %s', (_where, html, text) => {
    expect(read(html).text).toBe(text);
  });
});

describe('soft hyphens and zero-width characters', () => {
  const word = 'Rezept&shy;buch';
  const page = `<title>${word} \u200bA</title><meta name=description content="${word}">
    <h1>${word} A</h1><h2>Koch\u00adbuch</h2><p>Das ${word}, das Koch\ufeffbuch und das <b>Back</b>&ZeroWidthSpace;buch.
    <p>\u200b<p><a href=/x>${word}<img alt="Koch&shy;buch" src=y></a><pre>a\u200bb</pre>`;
  const { title, text, markdown, headings, links, description } = readHtmlText(page, {
    url: 'http://bog.example/' as Url,
    options: { ...options, markdown: markdownWriter },
  });

  test('leave text, title, headings, anchors and metadata', () => {
    expect({ title, headings, description }).toEqual({
      title: 'Rezeptbuch A',
      headings: ['Rezeptbuch A', 'Kochbuch'],
      description: 'Rezeptbuch',
    });
    expect(text).toContain('Das Rezeptbuch, das Kochbuch und das Backbuch.');
    expect(links[0]?.anchor).toBe('Rezeptbuch Kochbuch');
    for (const shown of [text, markdown]) expect(shown).not.toMatch(/[\u00ad\u200b-\u200d\u2060\ufeff]/);
    expect(text).toContain('ab');
  });

  test('stay where they change the shape of letters', () => {
    expect(readHtmlText('<p>من می&zwnj;روم به خانه', { url: 'http://bog.example/' as Url, options }).text).toContain(
      'می\u200cروم',
    );
  });
});

describe('the title', () => {
  const cases: [rule: string, html: string, title: string, source: string][] = [
    [
      'is the headline that the title names',
      '<title>Sundews of the north | Bog News</title><h1>Bog News</h1><h1>Sundews of the north</h1>',
      'Sundews of the north',
      'heading',
    ],
    [
      'is the main heading if that is the first part of the title',
      '<title>Quickstart — Documentation of the Bog (3.1.x)</title><h1>Quickstart</h1>',
      'Quickstart',
      'heading',
    ],
    [
      'may be a lower heading',
      '<title>Bog » Sundew hunt</title><h1>Bog</h1><h2>Sundew hunt</h2>',
      'Sundew hunt',
      'heading',
    ],
    [
      'loses the declared name of the site',
      '<meta property=og:site_name content="Bog News"><title>Bog News - Sundews</title>',
      'Sundews',
      'title',
    ],
    [
      'loses a short last part after a bar',
      '<title>Sundews of the north | Bog</title>',
      'Sundews of the north',
      'title',
    ],
    ['keeps its own hyphens', '<title>Sundew-like plants</title>', 'Sundew-like plants', 'title'],
    [
      'is what the article in JSON-LD is called',
      '<script type="application/ld+json">{"headline":"Sundews","author":"A"}</script><title>x</title>',
      'Sundews',
      'json-ld',
    ],
    ['is the first heading if there is nothing else', '<h3>Sundews</h3>', 'Sundews', 'heading'],
  ];
  test.each(cases)('%s', (_, html, title, source) => {
    expect(read(html)).toMatchObject({ title, sources: { title: source } });
  });

  test('is null if there is none', () => {
    expect(read('<p>x')).toMatchObject({ title: null, sources: {} });
  });
});

describe('the author', () => {
  const cases: [rule: string, html: string, author: string | null][] = [
    ['comes from the meta element', '<meta name=author content="Ada Gardener">', 'Ada Gardener'],
    [
      'comes from JSON-LD first',
      '<meta name=author content=X1><script type="application/ld+json">{"author":{"name":"Ada Gardener"}}</script>',
      'Ada Gardener',
    ],
    [
      'may be a reference in a graph',
      '<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#a"}},{"@id":"#a","name":"Ada Gardener"}]}</script>',
      'Ada Gardener',
    ],
    [
      'comes from an element marked as author',
      '<p class="post-meta">by <span class="author vcard">Ada Gardener</span></p>',
      'Ada Gardener',
    ],
    ['comes from a link with rel=author', '<p>Posted by <a rel=author href=x>Ada Gardener</a> today', 'Ada Gardener'],
    ['comes from a line that begins with "by"', '<h1>Sundews</h1><p>By Ada Gardener, botanist</p>', 'Ada Gardener'],
    [
      'comes from such a line in other languages',
      '<h1>Sonnentau</h1><div>Von Ada van Gaarden</div>',
      'Ada van Gaarden',
    ],
    ['may be several people', '<meta name=author content="Ada Gardener and Ben Bog">', 'Ada Gardener; Ben Bog'],
    ['is not read from a sentence that begins with "by"', '<p>By the way, sundews eat insects.</p>', null],
    ['is not the author of a comment', '<div class=comments><span class=author>Ben Bog</span></div>', null],
    [
      'is the site if metadata name no one else',
      '<meta property=og:site_name content="Bog News"><meta name=author content="Bog News">',
      'Bog News',
    ],
    [
      'is not the site if the text names a person',
      '<meta property=og:site_name content="Bog News"><meta name=author content="Bog News"><h1>Sundews</h1><p>By Ada Gardener</p>',
      'Ada Gardener',
    ],
    [
      'is not the site if only the text names it',
      '<meta property=og:site_name content="Bog News"><h1>Sundews</h1><p>By Bog News</p>',
      null,
    ],
    ['is not a URL', '<meta property=article:author content="https://bog.example/ada">', null],
  ];
  test.each(cases)('%s', (_, html, author) => {
    expect(read(html).author).toBe(author);
  });
});

describe('the date', () => {
  const cases: [rule: string, html: string, date: string | null, source?: string][] = [
    [
      'comes from JSON-LD',
      '<script type="application/ld+json">{"datePublished":"2020-01-02"}</script>',
      '2020-01-02',
      'json-ld',
    ],
    [
      'comes from broken JSON-LD',
      '<script type="application/ld+json">{"datePublished":"2020-01-02",}</script>',
      '2020-01-02',
      'json-ld',
    ],
    ['comes from a time element', '<time datetime="2020-01-02">x</time>', '2020-01-02', 'time'],
    [
      'comes from an element with a date class',
      '<p>Text<p><span class="entry-date">2. Januar 2020</span>',
      '2020-01-02',
      'marked',
    ],
    [
      'comes from a short line after the headline',
      '<div>5 May 2021</div><p>a<p>b<p>c<h1>Sundews</h1><p>2 January 2020',
      '2020-01-02',
      'text',
    ],
    ['is not read from a sentence', `<p>On 2 January 2020 ${'many sundews were seen in the bog, '.repeat(5)}`, null],
    [
      'is the last change if nothing else is declared',
      '<meta property=article:modified_time content=2020-01-02>',
      '2020-01-02',
      'meta article:modified_time',
    ],
  ];
  test.each(cases)('%s', (_, html, date, source) => {
    const found = read(html);
    expect([found.date, found.sources?.['date']]).toEqual([date, source]);
  });

  test('may come from the URL', () => {
    expect(read('<p>x', 'http://bog.example/2020/01/02/sundews')).toMatchObject({
      date: '2020-01-02',
      sources: { date: 'url' },
    });
  });

  test('of the last change is a separate field', () => {
    const html =
      '<meta property=article:published_time content=2020-01-02><meta property=article:modified_time content=2020-02-03>';
    expect(read(html)).toMatchObject({ date: '2020-01-02', modified: '2020-02-03' });
  });
});

describe('links of a page in a legacy encoding', () => {
  const readAs = (charset: string, html: string, change: Partial<typeof options> = {}) =>
    readHtml({
      url: 'http://bog.example/liste' as Url,
      bytes: Buffer.from(html, 'latin1'),
      mimeType: 'text/html',
      contentType: `text/html; charset=${charset}`,
      options: { ...options, ...change },
    });
  const urlsOf = (charset: string, html: string) => readAs(charset, html).links.map(({ url }) => url);

  test('have their query in the encoding of the page, and host and path in UTF-8', () => {
    const hrefs = ['/stadt?name=K\xf6ln', '?name=K&ouml;ln', '/K\xf6ln', 'http://k\xf6ln.example/?\xf6&amp;\xdf#\xf6'];
    const html = hrefs.map((href) => `<a href="${href}">${href}</a>`).join('');
    expect(urlsOf('ISO-8859-1', html)).toEqual([
      'http://bog.example/stadt?name=K%F6ln',
      'http://bog.example/liste?name=K%F6ln',
      'http://bog.example/K%C3%B6ln',
      'http://xn--kln-sna.example/?%F6&%DF',
    ]);
  });

  test('keep escapes, and follow the rules for parameters', () => {
    const html =
      '<a href="?n=K%C3%B6ln">a</a><a href="?n=K%f6ln&utm_source=\xf6">b</a><a href="?n=&#321;">c</a><a href="?n=a&amp;amp;m=\xf6">d</a>';
    expect(urlsOf('windows-1252', html)).toEqual([
      'http://bog.example/liste?n=K%C3%B6ln',
      'http://bog.example/liste?n=K%F6ln',
      'http://bog.example/liste?n=%26%23321%3B',
      'http://bog.example/liste?n=a&m=%F6',
    ]);
  });

  test('in frames, image maps, meta refresh and canonical links are encoded too', () => {
    const html = `<meta http-equiv=refresh content="5; url=?a=\xf6"><link rel=canonical href="?b=\xf6">
      <iframe src="?c=\xf6"></iframe><map><area href="?d=\xf6"></map><base href="http://base.example/">`;
    const { links, canonical } = readAs('ISO-8859-15', html);
    expect(links.map(({ url }) => url).sort()).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => `http://base.example/?${name}=%F6`),
    );
    expect(canonical).toBe('http://base.example/?b=%F6');
  });

  test('have the query of the base URL in the same encoding', () => {
    expect(urlsOf('windows-1252', '<base href="/x?q=\xf6"><a href="">a</a> <a href="#b">b</a>')).toEqual([
      'http://bog.example/x?q=%F6',
      'http://bog.example/x?q=%F6',
    ]);
  });

  test('of media and in Markdown are encoded too', () => {
    const html = `<p>${'A sentence about the sundew of the bogs. '.repeat(5)}<a href="?a=\xf6">a</a> <img src="/i?b=\xf6" alt="b"></p>`;
    const { media, markdown } = readAs('windows-1252', html, {
      markdown: markdownWriter,
      pageLimits: { ...options.pageLimits, maxMedia: 10 },
    });
    expect(media?.map(({ url }) => url)).toEqual(['http://bog.example/i?b=%F6']);
    expect(markdown).toContain('(http://bog.example/liste?a=%F6)');
  });

  test.each(['UTF-16LE', 'UTF-8'])('are UTF-8 on a page in %s', (charset) => {
    const html = Buffer.from('\ufeff<a href="?n=ö">ö</a>', charset === 'UTF-8' ? 'utf8' : 'utf16le').toString('latin1');
    expect(urlsOf(charset, html)).toEqual(['http://bog.example/liste?n=%C3%B6']);
  });
});

test('an article of a help centre without posts is no thread', () => {
  const step = 'Open the settings of your account, choose a new address, and send the form. ';
  const html = `<!DOCTYPE html><html lang="en"><head><title>Change the billing address - Bog Docs</title>
<link rel="canonical" href="https://docs.example.org/guide/page.html"></head><body>
<section id="contentArea" class="container-fluid"><div class="row-fluid"><section id="main-content" class="span9"><div class="contentWrapper">
<article id="fullArticle"><h1 class="title">Change the billing address</h1><p>${step.repeat(3)}</p><h3 id="x">Working with a worker</h3><p>${step.repeat(3)}</p>
<section class="callout-blue"><p>${step.repeat(2)}</p></section><h3>Understand a snapshot</h3><ol><li>${step.repeat(2)}</li><li>${step}</li></ol><p>${step.repeat(2)}</p></article>
<section class="articleRatings" data-article-url="x"><div class="articleRatings-question">Did this answer your question?</div></section></div></section></div></section>
<footer><p>© Bog 2024. <span>Powered by <a href="/s">Help Scout</a></span></p></footer></body></html>`;
  expect(read(html, 'https://docs.example.org/guide/page.html').genre).toBe('document');
});
