import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementId, elementName, PREFORMATTED } from '../../../shared/clean/html/elements.ts';
import { CODE, DELETED, EMPHASIS, readInlines, STRONG } from '../../../shared/clean/html/inline-runs.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import type { Block, ParsedPage } from '../../../shared/clean/html/parsed-page.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 1000 });
const first = (html: string) => {
  const page = parse(html);
  return readInlines(page, page.blocks[0] as Block);
};
const shown = (html: string) => first(html).map(({ text, marks }) => [text, marks]);

describe('inline runs of a block', () => {
  const cases: [rule: string, html: string, expected: [text: string, marks: number][]][] = [
    ['plain text is one run', '<p>one two', [['one two', 0]]],
    [
      'formatting starts and ends with its tags',
      '<p>a <b>b</b> <em>c</em>d',
      [
        ['a', 0],
        [' b', STRONG],
        [' c', EMPHASIS],
        ['d', 0],
      ],
    ],
    ['formatting can be nested', '<p><strong><i><code>x', [['x', STRONG | EMPHASIS | CODE]]],
    ['deleted text is marked', '<p><del>x</del>', [['x', DELETED]]],
    ['entities are decoded and white space is folded', '<p><b>&lt;a&gt;\n &amp; b</b>', [['<a> & b', STRONG]]],
    [
      'white space from entities is folded too',
      '<p>a&nbsp;<b>&nbsp;b</b>',
      [
        ['a', 0],
        [' b', STRONG],
      ],
    ],
    ['unclosed formatting ends with the cell', '<table><tr><td><b>a<td>b</table>', [['a', STRONG]]],
  ];
  test.each(cases)('%s', (_, html, expected) => {
    expect(shown(html)).toEqual(expected);
  });

  test('every run of a link has its href', () => {
    expect(first('<p>see <a href="?a=1&amp;b=2">the <b>page</b></a>.').map(({ text, href }) => [text, href])).toEqual([
      ['see', null],
      [' the', '?a=1&b=2'],
      [' page', '?a=1&b=2'],
      ['.', null],
    ]);
  });

  test('an image has its URL and alternative text; an image on its own line precedes the next block', () => {
    expect(first('<p>x <img src="a&amp;b.png" alt="A\n plant"> y')).toMatchObject([
      { text: 'x', image: null },
      { text: 'A plant', image: 'a&b.png', ownLine: false },
      { text: ' y', image: null },
    ]);
    expect(first('<div><a href=1><img src=a></a></div><p>x')).toMatchObject([
      { text: '', image: 'a', href: '1', ownLine: true },
      { text: 'x', image: null, ownLine: false },
    ]);
  });

  test('all runs joined are the text of the block', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '&nbsp;',
      '&amp;',
      '<b>',
      '</b>',
      '<a href=1>',
      '</a>',
      '<p>',
      '<pre>',
      '</pre>',
      '<br>',
      '<img src=x alt=y>',
      '\0',
      '<',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const page = parse(pieces.join(''));
        for (const block of page.blocks) {
          const texts = readInlines(page, block).filter(({ image }) => image === null);
          const text = texts.map((one) => one.text).join('');
          if (block.roles & PREFORMATTED)
            expect(text.replace(/\s+/g, ' ').trim()).toBe(block.text.replace(/\s+/g, ' ').trim());
          else expect(text).toBe(block.text);
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

describe('context of a block', () => {
  const contexts = (html: string, contextOf: (page: ParsedPage, block: Block) => unknown) => {
    const page = parse(html);
    return page.blocks.map((block) => [block.text, contextOf(page, block)]);
  };
  const nesting = (page: ParsedPage, { container }: Block): string[] => {
    const names: string[] = [];
    for (let c = container; c > 0; c = page.containers.parents[c] as number)
      names.unshift(elementName(page.containers.elements[c] as number));
    return names;
  };

  test('items have their list and number', () => {
    const html = '<ol start=3><li>a<ul><li>b<li>c</ul>d<li><p>e<p>f</ol><p>g<dl><dt>h<dd>i</dl><ol><li>j</li>k';
    expect(
      contexts(html, ({ items }, { item }) => [elementName(items.elements[item] as number), items.ordinals[item]]),
    ).toEqual([
      ['a', ['li', 3]],
      ['b', ['li', 0]],
      ['c', ['li', 0]],
      ['d', ['li', 3]],
      ['e', ['li', 4]],
      ['f', ['li', 4]],
      ['g', ['', 0]],
      ['h', ['dt', 0]],
      ['i', ['dd', 0]],
      ['j', ['li', 1]],
      ['k', ['', 0]],
    ]);
  });

  test('lists and quotations are nested', () => {
    expect(contexts('<ul><li>a<ol><li>b</ol></ul><blockquote><p>c</blockquote>', nesting)).toEqual([
      ['a', ['ul']],
      ['b', ['ul', 'ol']],
      ['c', ['blockquote']],
    ]);
  });

  test('cells have their row in the innermost table and their element', () => {
    const html =
      '<table><thead><tr><th>a<th>b<tbody><tr><td>c<td>d<table><tr><td>e</table></table><table><tr><td>f</table>';
    const cell = ({ containers }: ParsedPage, { container }: Block) => [
      elementName(containers.elements[container] as number),
      containers.ordinals[container],
    ];
    expect(contexts(html, cell)).toEqual([
      ['a', ['th', 1]],
      ['b', ['th', 1]],
      ['c', ['td', 2]],
      ['d', ['td', 2]],
      ['e', ['td', 1]],
      ['f', ['td', 1]],
    ]);
  });

  test('headings and paragraphs have their element', () => {
    const elements = parse('<h2>a</h2><p>b</p>c').blocks.map(({ element }) => element);
    expect(elements).toEqual([elementId('h2'), elementId('p'), 0]);
  });

  test('code blocks have their language', () => {
    const html =
      '<pre><code class="hljs language-JavaScript">a</code></pre><pre class="brush: py">b</pre><pre>c</pre><p>d';
    expect(contexts(html, (_, { code, roles }) => [code, (roles & PREFORMATTED) !== 0])).toEqual([
      ['a', ['javascript', true]],
      ['b', ['py', true]],
      ['c', ['', true]],
      ['d', ['', false]],
    ]);
  });
});
