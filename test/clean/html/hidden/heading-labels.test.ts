import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 100 });

describe('labels beside a heading', () => {
  const headings: [rule: string, html: string, heading: string][] = [
    [
      'edit links of MediaWiki are dropped',
      '<h2>Moss<span class="mw-editsection"><span>[</span><a href="?edit">edit</a><span>]</span></span></h2>',
      'Moss',
    ],
    [
      'source links of Sphinx are dropped',
      '<h3>grow()<a class="reference internal" href="_m.html"><span class="viewcode-link"><span>[source]</span></span></a></h3>',
      'grow()',
    ],
    [
      'permalinks with a text are dropped',
      '<h2 id=m>Moss <a class=headerlink href="#m">Link to this heading</a></h2>',
      'Moss',
    ],
    [
      'permalinks may come first',
      '<h2><a href="#m"><span class="sr-only">Permalink to "Moss"</span></a> Moss</h2>',
      'Moss',
    ],
    [
      'other links to a fragment are kept',
      '<h2><a href="#s">1.</a> <a href="#m">Link layers</a></h2>',
      '1. Link layers',
    ],
    ['a heading about links links to itself', '<h2 id=link><a href="#link">Link</a></h2>', 'Link'],
    ['and so does one about anchors', '<h2><a href="#anchor">Anchor for boats</a></h2>', 'Anchor for boats'],
    ['links to a page are kept', '<h2><a href="/link">Link</a></h2>', 'Link'],
    [
      'labels for screen readers are dropped before the text',
      '<h1><span class="visually-hidden">Collection: </span>Shoes <b>new</b></h1>',
      'Shoes new',
    ],
    ['and after the text', '<h1>Shoes <span class="screen-reader-text">(opens in a tab)</span></h1>', 'Shoes'],
    [
      'but not if they are the only text',
      '<h1><a href="/"><img src=logo.png><span class="sr-only">Moss Society</span></a></h1><h2>Shoes</h2>',
      'Moss Society',
    ],
    ['a heading for screen readers is kept', '<h2 class="visually-hidden">Moss</h2>', 'Moss'],
  ];
  test.each(headings)('%s', (_, html, heading) => {
    const page = parse(html);
    expect([page.headings[0], page.blocks[0]?.text]).toEqual([heading, heading]);
  });

  test('may follow a heading if they name it', () => {
    const html =
      '<div><h2 id=m>Moss</h2><a href="#m"><span class="sr-only">Section titled “Moss”</span></a></div><p>a <a href="#m">Permalink to moss</a>';
    expect(parse(html).blocks.map(({ text }) => text)).toEqual(['Moss', 'a Permalink to moss']);
  });

  test('are text elsewhere, except for links to the source', () => {
    const html = '<p>a <span class="sr-only">b</span> <a href="#c">Link</a> <span class="mw-editsection">d</span>e';
    expect(parse(html).blocks.map(({ text }) => text)).toEqual(['a b Link e']);
  });
});
