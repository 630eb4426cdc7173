import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as options } from '../../shared/clean/clean-options.ts';
import { readHtmlText } from '../../shared/clean/read-html.ts';
import type { Url } from '../../shared/url/url.ts';

const read = (html: string, url = 'http://bog.example/plants') => readHtmlText(html, { url: url as Url, options });

describe('the title', () => {
  const cases: [rule: string, html: string, title: string, source: string][] = [
    [
      'is the headline that the title names',
      '<title>Sundews of the north | Bog News</title><h1>Bog News</h1><h1>Sundews of the north</h1>',
      'Sundews of the north',
      'heading',
    ],
    [
      'may be a lower heading',
      '<title>Bog » Sundew hunt</title><h1>Bog</h1><h2>Sundew hunt</h2>',
      'Sundew hunt',
      'heading',
    ],
    [
      'has no name of the site, where that is said',
      '<meta property=og:site_name content="Bog News"><title>Bog News - Sundews</title>',
      'Sundews',
      'title',
    ],
    ['has no short end after a bar', '<title>Sundews of the north | Bog</title>', 'Sundews of the north', 'title'],
    ['keeps its own hyphens', '<title>Sundew-like plants</title>', 'Sundew-like plants', 'title'],
    [
      'is what the article in JSON-LD is called',
      '<script type="application/ld+json">{"headline":"Sundews","author":"A"}</script><title>x</title>',
      'Sundews',
      'json-ld',
    ],
    ['is the first heading where nothing else is', '<h3>Sundews</h3>', 'Sundews', 'heading'],
  ];
  test.each(cases)('%s', (_, html, title, source) => {
    expect(read(html)).toMatchObject({ title, sources: { title: source } });
  });

  test('is nothing where there is none', () => {
    expect(read('<p>x')).toMatchObject({ title: null, sources: {} });
  });
});

describe('the author', () => {
  const cases: [rule: string, html: string, author: string | null][] = [
    ['is who the page names in its head', '<meta name=author content="Ada Gardener">', 'Ada Gardener'],
    [
      'is who JSON-LD names, before that',
      '<meta name=author content=X1><script type="application/ld+json">{"author":{"name":"Ada Gardener"}}</script>',
      'Ada Gardener',
    ],
    [
      'may be pointed to in a graph',
      '<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#a"}},{"@id":"#a","name":"Ada Gardener"}]}</script>',
      'Ada Gardener',
    ],
    [
      'is who is marked as such',
      '<p class="post-meta">by <span class="author vcard">Ada Gardener</span></p>',
      'Ada Gardener',
    ],
    ['may be linked with that word', '<p>Posted by <a rel=author href=x>Ada Gardener</a> today', 'Ada Gardener'],
    ['stands after "by" in a line of its own', '<h1>Sundews</h1><p>By Ada Gardener, botanist</p>', 'Ada Gardener'],
    [
      'stands after such a word in other languages',
      '<h1>Sonnentau</h1><div>Von Ada van Gaarden</div>',
      'Ada van Gaarden',
    ],
    ['may be several', '<meta name=author content="Ada Gardener and Ben Bog">', 'Ada Gardener; Ben Bog'],
    ['is not a sentence that begins so', '<p>By the way, sundews eat insects.</p>', null],
    ['is not who wrote a comment', '<div class=comments><span class=author>Ben Bog</span></div>', null],
    ['is not the site', '<meta property=og:site_name content="Bog News"><meta name=author content="Bog News">', null],
    ['is no address', '<meta property=article:author content="https://bog.example/ada">', null],
  ];
  test.each(cases)('%s', (_, html, author) => {
    expect(read(html).author).toBe(author);
  });
});

describe('the date', () => {
  const cases: [rule: string, html: string, date: string | null, source?: string][] = [
    [
      'is what JSON-LD says',
      '<script type="application/ld+json">{"datePublished":"2020-01-02"}</script>',
      '2020-01-02',
      'json-ld',
    ],
    [
      'is read from JSON-LD that is broken',
      '<script type="application/ld+json">{"datePublished":"2020-01-02",}</script>',
      '2020-01-02',
      'json-ld',
    ],
    ['is that of a time element', '<time datetime="2020-01-02">x</time>', '2020-01-02', 'time'],
    ['is marked by a class', '<p>Text<p><span class="entry-date">2. Januar 2020</span>', '2020-01-02', 'marked'],
    [
      'stands in a short line after the headline',
      '<div>5 May 2021</div><p>a<p>b<p>c<h1>Sundews</h1><p>2 January 2020',
      '2020-01-02',
      'text',
    ],
    ['is none that a sentence tells', `<p>On 2 January 2020 ${'many sundews were seen in the bog, '.repeat(5)}`, null],
    [
      'is when it was changed if nothing else is said',
      '<meta property=article:modified_time content=2020-01-02>',
      '2020-01-02',
      'meta article:modified_time',
    ],
  ];
  test.each(cases)('%s', (_, html, date, source) => {
    const found = read(html);
    expect([found.date, found.sources?.['date']]).toEqual([date, source]);
  });

  test('may stand in the address', () => {
    expect(read('<p>x', 'http://bog.example/2020/01/02/sundews')).toMatchObject({
      date: '2020-01-02',
      sources: { date: 'url' },
    });
  });

  test('of the last change stands beside it', () => {
    const html =
      '<meta property=article:published_time content=2020-01-02><meta property=article:modified_time content=2020-02-03>';
    expect(read(html)).toMatchObject({ date: '2020-01-02', modified: '2020-02-03' });
  });
});
