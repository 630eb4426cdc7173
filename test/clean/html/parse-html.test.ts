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
      'have the text of their anchor, folded',
      '<a href="/x">\n one <b>two</b>\n\tthree </a>',
      [['/x', 'one two three']],
    ],
    ['are found in any case', '<A HREF="X">T</A>', [['X', 'T']]],
    [
      'may be quoted, or not',
      `<a href='1'>a</a><a href=2>b</a><a href = "3" >c</a>`,
      [
        ['1', 'a'],
        ['2', 'b'],
        ['3', 'c'],
      ],
    ],
    ['have their entities decoded', '<a href="?a=1&amp;b=2&copy=3">a &amp; b</a>', [['?a=1&b=2&copy=3', 'a & b']]],
    ['take the first of two attributes', '<a href="1" href="2">x</a>', [['1', 'x']]],
    [
      'end where the next begins',
      '<a href=1>one<a href=2>two</a>',
      [
        ['1', 'one'],
        ['2', 'two'],
      ],
    ],
    ['may be left open', '<p><a href=1>one', [['1', 'one']]],
    ['need an address', '<a name="here">x</a><a href>y</a>', [['', 'y']]],
    ['of images have their alternative text', '<a href=1><img src=i alt="A plant"></a>', [['1', 'A plant']]],
    ['may be areas', '<map><area href=1 alt="North"></map>', [['1', 'North']]],
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
      'may be in the head',
      '<link rel="Canonical" href=1><link rel=stylesheet href=2><link rel="next" href=3>',
      [
        ['1', ''],
        ['3', ''],
      ],
    ],
    ['may be a refresh', '<META HTTP-EQUIV=Refresh CONTENT="0; URL=\'next.html\'">', [['next.html', '']]],
    ['of a refresh may lack their words', '<meta http-equiv=refresh content="5;next.html">', [['next.html', '']]],
    ['are none where a page refreshes itself', '<meta http-equiv=refresh content="30">', []],
    ['are found where scripts do not run', '<noscript><a href=1>x</a></noscript>', [['1', 'x']]],
    ['are found in SVG', '<svg><a xlink:href="1"><text>x</text></a></svg>', [['1', 'x']]],
    ['are none in comments', '<!-- <a href=1>x</a> -->', []],
    ['are none in templates', '<template><a href=1>x</a></template><a href=2>y</a>', [['2', 'y']]],
    ...['script', 'style', 'iframe', 'textarea', 'title', 'xmp', 'noembed', 'noframes'].map(
      (name): [string, string, [string, string][]] => [
        `are none in <${name}>`,
        `<${name}><a href=1>x</a></${name}><a href=2>y</a>`,
        [['2', 'y']],
      ],
    ),
  ];
  test.each(cases)('%s', (_, html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  test('are no more than asked for', () => {
    expect(parseHtml('<a href=1>x</a>'.repeat(50), { xhtml: false, maxLinks: 7 }).links).toHaveLength(7);
  });

  test('keep their rel words', () => {
    expect(parse('<a rel=" NoFollow\nugc" href=1>x</a>').links[0]?.rel).toBe('nofollow ugc');
  });
});

describe('strings of text', () => {
  const cases: [rule: string, html: string, expected: string[]][] = [
    ['end at structural tags', '<div>one<p>two</div>three<h2>four</h2>five', ['one', 'two', 'three', 'four', 'five']],
    ['go on over other tags', 'a <b>b</b><i> c</i><font>d</font> <span>e</span>', ['a b cd e']],
    ['are never empty', '<p> </p><div>\n&nbsp;</div><p>x</p>', ['x']],
    ['fold white space of any kind', '<p>a\u00a0 \t\r\n b\u2003c</p>', ['a b c']],
    [
      'end at line breaks, items and cells',
      'a<br>b<ul><li>c<li>d</ul><table><tr><td>e<td>f</table>',
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ],
    ['keep the lines of <pre>', '<pre>\n  a  \n    b\n</pre>', ['  a\n    b']],
    [
      'have their entities decoded',
      '<p>&lt;b&gt; &eacute;&#x201C;&#147;&AMP;&copy 1 &nosuch;</p>',
      ['<b> é““&© 1 &nosuch;'],
    ],
    ['are not scripts, styles or choices', '<script>a<b</script><style>c</style><select><option>d</select><p>e', ['e']],
    ['are not what is hidden', '<div hidden>a</div><div style="color:red; DISPLAY : none">b</div><p>c', ['c']],
    ['are not in SVG', '<svg><title>a</title><text>b</text></svg>c', ['c']],
    ['come back after SVG that is left open', '<svg><path d=1><p>text', ['text']],
    ['may have signs that begin no tag', '<p>1 < 2 and 3 <4> & 5</p>', ['1 < 2 and 3 <4> & 5']],
    ['survive end tags without start', '</div></p></script></b>x</nav>y', ['x', 'y']],
    ['survive a tag that never ends', '<p>x</p><a href="', ['x']],
    ['are read without html, head or body', 'only text', ['only text']],
    ['are not in comments', 'a<!-- b --><!--> c <!-- -- --!>d', ['a c d']],
  ];
  test.each(cases)('%s', (_, html, expected) => {
    expect(texts(html)).toEqual(expected);
  });

  test('know that they are navigation, until it ends', () => {
    const { blocks } = parse('<nav><ul><li>menu</ul></nav><main>text</main><aside>more</aside><p>end');
    expect(blocks.map(({ text, roles }) => [text, (roles & ASIDE) !== 0])).toEqual([
      ['menu', true],
      ['text', false],
      ['more', true],
      ['end', false],
    ]);
  });

  test('navigation that is left open ends with what it is in', () => {
    const { blocks } = parse('<div><nav>menu</div><p>text');
    expect(blocks.map(({ roles }) => (roles & ASIDE) !== 0)).toEqual([true, false]);
  });

  test('one line break begins a line, two a paragraph', () => {
    const { blocks } = parse('a<br>b<br><br>c<p>d');
    expect(blocks.map(({ paragraph }) => paragraph)).toEqual([true, false, true, true]);
  });

  test('know how much of them is links', () => {
    expect(parse('<p>ab <a href=1>cdef</a></p>').blocks[0]?.linked).toBe(4);
  });
});

describe('the rest of a page', () => {
  test('the title is the first one, and not that of a picture', () => {
    expect(parse('<svg><title>Logo</title></svg><title> The\n page &amp; more</title><title>b</title>').title).toBe(
      'The page & more',
    );
    expect(parse('<title></title>').title).toBeNull();
  });

  test('headings come in their order, without those of navigation', () => {
    expect(parse('<h1>A <i>b</i></h1><nav><h2>Menu</h2></nav><H3>c<h4></h4><h5>d').headings).toEqual(['A b', 'c', 'd']);
  });

  test('meta elements have names in lower case, whatever kind of name it is', () => {
    const html =
      '<META NAME="Keywords" CONTENT="a, b"><meta property=og:title content=T><meta itemprop=datePublished content=2020><meta name=x>';
    expect(parse(html).metas).toEqual([
      { name: 'keywords', content: 'a, b' },
      { name: 'og:title', content: 'T' },
      { name: 'datepublished', content: '2020' },
    ]);
  });

  test('base, language, times and JSON-LD are found', () => {
    const page = parse(
      '<html lang=de><base href="/a/"><base href="/b/"><time datetime=2020-01-02>x</time><script type="application/LD+json">{"a":"</b>"}</script>',
    );
    expect(page).toMatchObject({ base: '/a/', language: 'de', times: ['2020-01-02'], jsonLd: ['{"a":"</b>"}'] });
  });

  test('in XHTML an element may close itself', () => {
    const html = '<script src="x"/><title>T</title><p>text <![CDATA[a < b]]></p>';
    expect(parseHtml(html, { xhtml: true, maxLinks: 9 })).toMatchObject({
      title: 'T',
      blocks: [{ text: 'text a < b' }],
    });
    expect(parse(html).title).toBeNull();
  });
});

describe('hostile pages take linear time', () => {
  const looks = (html: string): number => walkPage(newWalk(html, { xhtml: false, maxLinks: 1000 }));

  test.each(HOSTILE_PAGES.map(({ name, page }) => [name, page] as const))('%s', (_, page) => {
    const [short, long] = [page(20_000), page(40_000)];
    // Deep down, an end tag that has no start is looked for among all that is open.
    expect(looks(short)).toBeLessThan(200 * short.length);
    expect(looks(long) / long.length).toBeLessThan(1.3 * (looks(short) / short.length) + 0.1);
  });

  test('strings beyond the hundred-thousandth are left out', () => {
    expect(parse('<p>x'.repeat(100_010)).blocks).toHaveLength(100_000);
  });

  test('what is not shown is not shown deep down either', () => {
    expect(texts(`${'<div>'.repeat(700)}<script>alert(1)</script><title>t</title>text`)).toEqual(['text']);
  });
});
