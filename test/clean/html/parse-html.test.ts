import { describe, expect, test } from 'vitest';
import { HOSTILE_PAGES } from '../../../bench/data/hostile-pages.ts';
import { ASIDE } from '../../../shared/clean/html/elements.ts';
import { newWalk } from '../../../shared/clean/html/new-walk.ts';
import { parseHtml, walkPage } from '../../../shared/clean/html/parse-html.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 1000 });
const texts = (html: string) => parse(html).blocks.map((block) => block.text);
const links = (html: string) => parse(html).links.map(({ href, anchor }) => [href, anchor]);

describe('links', () => {
  const cases: [rule: string, html: string, expected: [href: string, anchor: string][]][] = [
    [
      'have their anchor text with folded white space',
      '<a href="/x">\n one <b>two</b>\n\tthree </a>',
      [['/x', 'one two three']],
    ],
    ['are found in upper and lower case', '<A HREF="X">T</A>', [['X', 'T']]],
    [
      'may have quoted or unquoted attributes',
      `<a href='1'>a</a><a href=2>b</a><a href = "3" >c</a>`,
      [
        ['1', 'a'],
        ['2', 'b'],
        ['3', 'c'],
      ],
    ],
    ['have their entities decoded', '<a href="?a=1&amp;b=2&copy=3">a &amp; b</a>', [['?a=1&b=2&copy=3', 'a & b']]],
    ['use the first of two equal attributes', '<a href="1" href="2">x</a>', [['1', 'x']]],
    [
      'end where the next link starts',
      '<a href=1>one<a href=2>two</a>',
      [
        ['1', 'one'],
        ['2', 'two'],
      ],
    ],
    ['may be unclosed', '<p><a href=1>one', [['1', 'one']]],
    ['need an href', '<a name="here">x</a><a href>y</a>', [['', 'y']]],
    [
      'use the alternative text of an image as anchor text',
      '<a href=1><img src=i alt="A plant"></a>',
      [['1', 'A plant']],
    ],
    ['may be image map areas', '<map><area href=1 alt="North"></map>', [['1', 'North']]],
    [
      'may be frames',
      '<frameset><frame src=1 name=menu><frame src=2></frameset>',
      [
        ['1', 'menu'],
        ['2', ''],
      ],
    ],
    ['may be inline frames', '<iframe src=1 title="Map"></iframe>', [['1', 'Map']]],
    [
      'may be link elements with a followed relation',
      '<link rel="Canonical" href=1><link rel=stylesheet href=2><link rel="next" href=3>',
      [
        ['1', ''],
        ['3', ''],
      ],
    ],
    ['may be a meta refresh', '<META HTTP-EQUIV=Refresh CONTENT="0; URL=\'next.html\'">', [['next.html', '']]],
    ['may be a meta refresh without "url="', '<meta http-equiv=refresh content="5;next.html">', [['next.html', '']]],
    ['do not include a refresh of the page itself', '<meta http-equiv=refresh content="30">', []],
    ['are found in noscript', '<noscript><a href=1>x</a></noscript>', [['1', 'x']]],
    ['are found in SVG', '<svg><a xlink:href="1"><text>x</text></a></svg>', [['1', 'x']]],
    ['are ignored in comments', '<!-- <a href=1>x</a> -->', []],
    [
      'are found in shadow roots',
      '<x-a><template shadowrootmode=closed><a href=1>x</a></template></x-a>',
      [['1', 'x']],
    ],
    ['are ignored in templates', '<template><a href=1>x</a></template><a href=2>y</a>', [['2', 'y']]],
    ...['script', 'style', 'iframe', 'textarea', 'title', 'xmp', 'noembed', 'noframes'].map(
      (name): [string, string, [string, string][]] => [
        `are ignored in <${name}>`,
        `<${name}><a href=1>x</a></${name}><a href=2>y</a>`,
        [['2', 'y']],
      ],
    ),
  ];
  test.each(cases)('%s', (_, html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  test('are limited to maxLinks', () => {
    expect(parseHtml('<a href=1>x</a>'.repeat(50), { xhtml: false, maxLinks: 7 }).links).toHaveLength(7);
  });

  test('keep their rel values', () => {
    expect(parse('<a rel=" NoFollow\nugc" href=1>x</a>').links[0]?.rel).toBe('nofollow ugc');
  });
});

describe('blocks', () => {
  const cases: [rule: string, html: string, expected: string[]][] = [
    ['end at structural tags', '<div>one<p>two</div>three<h2>four</h2>five', ['one', 'two', 'three', 'four', 'five']],
    ['continue across inline tags', 'a <b>b</b><i> c</i><font>d</font> <span>e</span>', ['a b cd e']],
    ['are never empty', '<p> </p><div>\n&nbsp;</div><p>x</p>', ['x']],
    ['fold all kinds of white space', '<p>a\u00a0 \t\r\n b\u2003c</p>', ['a b c']],
    [
      'end at line breaks, items and cells',
      'a<br>b<ul><li>c<li>d</ul><table><tr><td>e<td>f</table>',
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ],
    ['keep the lines of <pre>', '<pre>\n  a  \n    b\n</pre>', ['  a\n    b']],
    [
      'exclude the numbers of lines beside code',
      '<table><tr><td><pre><span>9</span>\n<span>10</span>\n</pre><td><pre>a\nb</pre></table><pre>1\n3</pre><pre>7</pre>',
      ['a\nb', '1\n3', '7'],
    ],
    ['keep the tabs of <pre>', '<pre>all:\n\tgcc a.c\t# x</pre>', ['all:\n\tgcc a.c\t# x']],
    [
      'have their entities decoded',
      '<p>&lt;b&gt; &eacute;&#x201C;&#147;&AMP;&copy 1 &nosuch;</p>',
      ['<b> é““&© 1 &nosuch;'],
    ],
    [
      'exclude scripts, styles and select options',
      '<script>a<b</script><style>c</style><select><option>d</select><p>e',
      ['e'],
    ],
    ['exclude hidden elements', '<div hidden>a</div><div style="color:red; DISPLAY : none">b</div><p>c', ['c']],
    ['exclude hidden paragraphs and headings', '<p hidden>a<p>b<h2 style="display:none">c</h2>d', ['b', 'd']],
    ['end a hidden paragraph at a block', '<p hidden>a<div>b</div>', ['b']],
    ['exclude hidden spans', '<p>a <span style="display: none">b <span>c</span> d</span>e', ['a e']],
    ['keep list items that a script shows on demand', '<ul><li>a<li hidden>b</ul>', ['a', 'b']],
    ['exclude dialogs until they open', '<dialog>a</dialog><dialog open>b</dialog>', ['b']],
    ['exclude popovers', '<div popover id=a>a</div><p>b <span popover=manual>c</span>', ['b']],
    [
      'exclude templates, but not those that declare a shadow root',
      '<template>a</template><x-a><template shadowrootmode=open><p>b</p><slot></slot></template>c</x-a>',
      ['b', 'c'],
    ],
    [
      'exclude a shadow root in a template',
      '<template><x-a><template shadowrootmode=open>a</template></template>b',
      ['b'],
    ],
    ['exclude the source of a formula', '<p><math><mi>E</mi><annotation>E=mc^2</annotation></math> x', ['E x']],
    [
      'keep a button that is a heading, not one behind it',
      '<h2><button>a</button></h2><h1>b<button>c</button></h1>',
      ['a', 'b'],
    ],
    [
      'keep a heading in a button',
      '<button class=a><h3>a</h3><svg></svg></button><p>b</p><button>c</button>',
      ['a', 'b'],
    ],
    [
      'keep a button with the name of an accordion',
      '<button class=faq-list__label>a</button><button aria-controls=accordion-1>b</button>',
      ['a', 'b'],
    ],
    [
      'keep a button that discloses the answer to its question',
      '<button aria-expanded=false>Is it <b>moss?</b><svg></svg></button><p>a</p><button aria-expanded=false>More</button><button>Lost?</button>',
      ['Is it moss?', 'a'],
    ],
    ['keep a button that is a term', '<dl><dt><button>a</button></dt><dd>b<button>c</button></dd></dl>', ['a', 'b']],
    ['exclude SVG text', '<svg><title>a</title><text>b</text></svg>c', ['c']],
    ['continue after unclosed SVG', '<svg><path d=1><p>text', ['text']],
    ['may contain less-than signs that start no tag', '<p>1 < 2 and 3 <4> & 5</p>', ['1 < 2 and 3 <4> & 5']],
    ['ignore end tags without a start tag', '</div></p></script></b>x</nav>y', ['x', 'y']],
    ['drop an unterminated tag', '<p>x</p><a href="', ['x']],
    ['do not need html, head or body', 'only text', ['only text']],
    ['exclude comments', 'a<!-- b --><!--> c <!-- -- --!>d', ['a c d']],
  ];
  test.each(cases)('%s', (_, html, expected) => {
    expect(texts(html)).toEqual(expected);
  });

  test('have the navigation role until the navigation ends', () => {
    const { blocks } = parse('<nav><ul><li>menu</ul></nav><main>text</main><aside>more</aside><p>end');
    expect(blocks.map(({ text, roles }) => [text, (roles & ASIDE) !== 0])).toEqual([
      ['menu', true],
      ['text', false],
      ['more', true],
      ['end', false],
    ]);
  });

  test('are not navigation in <menu>, which is a list', () => {
    const { blocks } = parse('<menu><li>text</menu>');
    expect(blocks.map(({ roles }) => roles & ASIDE)).toEqual([0]);
  });

  test('unclosed navigation ends with the element around it', () => {
    const { blocks } = parse('<div><nav>menu</div><p>text');
    expect(blocks.map(({ roles }) => (roles & ASIDE) !== 0)).toEqual([true, false]);
  });

  test('one line break starts a line, two start a paragraph', () => {
    const { blocks } = parse('a<br>b<br><br>c<p>d');
    expect(blocks.map(({ paragraph }) => paragraph)).toEqual([true, false, true, true]);
  });

  test('count the length of link text', () => {
    expect(parse('<p>ab <a href=1>cdef</a></p>').blocks[0]?.linked).toBe(4);
  });
});

describe('other parts of a page', () => {
  test('uses the first title and ignores SVG titles', () => {
    expect(parse('<svg><title>Logo</title></svg><title> The\n page &amp; more</title><title>b</title>').title).toBe(
      'The page & more',
    );
    expect(parse('<title></title>').title).toBeNull();
  });

  test('ends a heading without an end tag at the first paragraph after its text', () => {
    const { headings, blocks } = parse('<h1><p>On moss<p>Moss grows.</p><p>It is green.</p><h2>Peat</h2>');
    expect(headings).toEqual(['On moss', 'Peat']);
    expect(blocks.map(({ text }) => text)).toEqual(['On moss', 'Moss grows.', 'It is green.', 'Peat']);
  });

  test('lists headings in order, without those of navigation', () => {
    expect(parse('<h1>A <i>b</i></h1><nav><h2>Menu</h2></nav><H3>c<h4></h4><h5>d').headings).toEqual(['A b', 'c', 'd']);
  });

  test('reads meta elements by name, property and itemprop, in lower case', () => {
    const html =
      '<META NAME="Keywords" CONTENT="a, b"><meta property=og:title content=T><meta itemprop=datePublished content=2020><meta name=x>';
    expect(parse(html).metas).toEqual([
      { name: 'keywords', content: 'a, b' },
      { name: 'og:title', content: 'T' },
      { name: 'datepublished', content: '2020' },
    ]);
  });

  test('finds base, language, times and JSON-LD', () => {
    const page = parse(
      '<html lang=de><base href="/a/"><base href="/b/"><time datetime=2020-01-02>x</time><script type="application/LD+json">{"a":"</b>"}</script>',
    );
    expect(page).toMatchObject({ base: '/a/', language: 'de', times: ['2020-01-02'], jsonLd: ['{"a":"</b>"}'] });
  });

  test('honours self-closing elements in XHTML only', () => {
    const html = '<script src="x"/><title>T</title><p>text <![CDATA[a < b]]></p>';
    expect(parseHtml(html, { xhtml: true, maxLinks: 9 })).toMatchObject({
      title: 'T',
      blocks: [{ text: 'text a < b' }],
    });
    expect(parse(html).title).toBeNull();
  });
});

describe('hostile pages take linear time', () => {
  const stepsOf = (html: string): number => walkPage(newWalk(html, { xhtml: false, maxLinks: 1000 }));

  test.each(HOSTILE_PAGES.map(({ name, page }) => [name, page] as const))('%s', (_, page) => {
    const [short, long] = [page(20_000), page(40_000)];
    // At great depth, an end tag without a start tag is searched for in the whole stack.
    expect(stepsOf(short)).toBeLessThan(200 * short.length);
    expect(stepsOf(long) / long.length).toBeLessThan(1.3 * (stepsOf(short) / short.length) + 0.1);
  });

  test('keeps at most 100,000 blocks', () => {
    expect(parse('<p>x'.repeat(100_010)).blocks).toHaveLength(100_000);
  });

  test('hides scripts beyond the maximum depth', () => {
    expect(texts(`${'<div>'.repeat(700)}<script>alert(1)</script><title>t</title>text`)).toEqual(['text']);
  });
});
