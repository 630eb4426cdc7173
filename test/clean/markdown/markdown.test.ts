import { HtmlRenderer, Parser } from 'commonmark';
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { HOSTILE_PAGES } from '../../../bench/data/hostile-pages.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { densestBlocks } from '../../../shared/clean/main-text/density-text.ts';
import { escapeLineStart } from '../../../shared/clean/markdown/escape.ts';
import { pageToMarkdown, textToMarkdown } from '../../../shared/clean/markdown/markdown.ts';
import { fewOrMany } from '../../long-test.ts';

const BASE = 'https://a.example/dir/';
const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 1000 });
const markdown = (html: string) => {
  const page = parse(html);
  return pageToMarkdown(page, page.blocks, BASE, 1_000_000);
};

describe('HTML to Markdown', () => {
  const cases: [rule: string, html: string, expected: string][] = [
    ['a colon at the end of a text needs no escape', '<p>Note: see <b>x:</b> <i>y</i>', 'Note: see **x:** *y*'],
    ['brackets in a text need no escape', '<p>See [1, 2] and [sic].', 'See [1, 2] and [sic].'],
    [
      'brackets that may be a link, note, task or definition are escaped',
      '<p>[aa](b) [^aa] [x] [cc]: d [ee], [ff][gg] [hh]',
      '\\[aa\\](b) \\[^aa\\] \\[x\\] \\[cc\\]: d [ee], \\[ff\\]\\[gg\\] \\[hh\\]',
    ],
    ['a bar outside of tables needs no escape', '<p>a | b', 'a | b'],
    ['a bar in a row of hyphens is escaped', '<p>a | b<br>--|--', 'a | b\\\n--\\|--'],
    [
      'URLs and mail addresses in text stay as they are',
      '<p>See http://a.example/~ada/x_y.html?b=1&amp;c=2#d, (www.b.example) or ada.moss@a.example.',
      'See http://a.example/~ada/x_y.html?b=1&c=2#d, (www.b.example) or ada.moss@a.example.',
    ],
    [
      'an address that markup follows or that has signs of markup is escaped',
      '<p>http:<b>//a.example</b> http://a.example/<b>b</b> http://a.example/*b* <i>www.a.example</i> a@b<code>c</code>',
      'http\\:**//a.example** http\\://a.example/**b** http\\://a.example/\\*b\\* *www\\.a.example* a\\@b`c`',
    ],
    [
      'a line break after a URL is no part of it',
      '<p>http://a.example/<br>ada@a.example<br>c<br>d',
      'http://a.example/ \\\nada@a.example \\\nc\\\nd',
    ],
    [
      'a URL at the end of a cell',
      '<table><tr><th>a<th>b<tr><td>http://a.example/<td>http://a.example/a|b<br>c</table>',
      '| a | b |\n| --- | --- |\n| http://a.example/ | http\\://a.example/a\\|b<br>c |',
    ],
    [
      'a code block has the language of the element around it',
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>x = 1</pre></div></div>',
      '```python3\nx = 1\n```',
    ],
    [
      'a code block has the language of GitHub',
      '<div class="highlight highlight-source-shell notranslate position-relative"><pre>x</pre></div>',
      '```shell\nx\n```',
    ],
    [
      'a code block has the language of Rouge',
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x</code></pre></div></div>',
      '```ruby\nx\n```',
    ],
    [
      'a code block without a language has none',
      '<div class="highlight-none notranslate"><pre>x</pre></div><div class="language-js"><p>a</p></div><pre>y</pre>',
      '```\nx\n```\n\na\n\n```\ny\n```',
    ],
    ['headings keep their level', '<h1>A</h1><h3>B</h3>', '# A\n\n### B'],
    ['a line break in a heading is a space', '<h2>A<br>B</h2>', '## A B'],
    [
      'superscripts and subscripts have tags, which CommonMark reads as HTML',
      '<p>10<sup>6</sup> kg H<sub>2</sub>O, <i>x<sup>n</sup></i>',
      '10<sup>6</sup> kg H<sub>2</sub>O, *x*<sup>n</sup>',
    ],
    ['endings of ordinal numbers need no tags', '<p><b>the 5<sup>th</sup> line</b>', '**the 5th line**'],
    [
      'raised text in code, links and brackets has no tags',
      '<p><code>x<sup>2</sup></code> <sup>[a]</sup>',
      '`x2` \\[a\\]',
    ],
    ['a space separates an image from the word after it', '<p><img src=i alt=a> b', '![a](https://a.example/dir/i) b'],
    [
      'an image that a script loads',
      '<p>a <img src="data:image/gif;base64,R0" data-src=i alt=b> <img data-src=j alt=c>',
      'a ![b](https://a.example/dir/i) ![c](https://a.example/dir/j)',
    ],
    [
      'a formula in MathML is its source in TeX',
      '<p>a <math><semantics><mi>E</mi><msup><mi>c</mi><mn>2</mn></msup><annotation encoding="application/x-tex">E=c^2\n_x &lt;</annotation></semantics></math>, b',
      'a $E=c^2 _x <$, b',
    ],
    [
      'a formula of KaTeX is there once',
      '<p>a <span class="katex"><span class="katex-mathml"><math><semantics><mi>p</mi><annotation encoding="application/x-tex">p_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">p1</span></span> b',
      'a $p_1$ b',
    ],
    [
      'the picture of a formula of KaTeX is text if it is alone',
      '<p>a <math><mi>x</mi></math> <span class="katex-html">p</span> b <span class="katex-html">q</span><span style="display:none"><math><mi>r</mi></math></span><span class="katex-html">r</span>',
      'a x b qr',
    ],
    [
      'a formula that is a paragraph is displayed, without the style that MediaWiki adds',
      '<p><math><mi>x</mi><annotation encoding="TeX">{\\displaystyle x*y}</annotation></math>',
      '$$x*y$$',
    ],
    [
      'a formula in a script of MathJax is its source in TeX',
      '<p>a <script type="math/tex">x_1*y</script>, b<script>c</script></p><script type="math/tex; mode=display">% <![CDATA[\n p<q %]]></script><p hidden><script type="math/tex">r</script>',
      'a $x_1*y$, b\n\n$$p< q$$',
    ],
    [
      'what kramdown writes around a formula in a script is no part of it',
      '<p>f(<script type="math/tex">% <![CDATA[ x_1<y %]]></script>)<pre>a <script type="math/tex">% <![CDATA[ x<y %]]></script> b</pre>',
      'f($x_1< y$)\n\n```\na x<y b\n```',
    ],
    [
      'formulas beside each other stay apart',
      '<p><script type="math/tex">\\alpha</script><script type="math/tex">b</script> <math><mi>c</mi><annotation encoding="TeX">c</annotation></math>',
      '$\\alpha$ $b$ $c$',
    ],
    [
      'what MathJax shows before a formula in a script is left out',
      '<p>a <span class="MathJax_Preview">[p]</span><script type="math/tex">p</script> and <span class="MathJax" id="MathJax-Element-1-Frame"><span>q<sup>2</sup></span></span><script type="math/tex" id="MathJax-Element-1">q^2</script>',
      'a $p$ and $q^2$',
    ],
    [
      'a preview or picture without a formula in a script is text',
      '<p>a <span class="MathJax_Preview">p</span> <span id="MathJax-Element-1-Frame">q</span><script>r</script> <script type="math/tex">s</script>',
      'a p q $s$',
    ],
    ['a script without an end is no formula', '<p>a <script type="math/tex">b</b> c<p>d', 'a'],
    [
      'a formula without a source in TeX is text',
      '<p><math><mi>x</mi><annotation encoding="StarMath 5.0">x</annotation></math> y',
      'x y',
    ],
    ['the image of a formula is its source', '<p>a <img src=i alt="{\\displaystyle a_b}"> c', 'a $a_b$ c'],
    [
      'formulas for MathJax keep their signs',
      '<p>a \\(x_1*y\\) b* \\[z\\] $$u^*$$ $$5 or 6$$',
      'a $x_1*y$ b\\* $$z$$ $$u^*$$ $$5 or 6$$',
    ],
    [
      'a formula has no HTML and no link for programs that know no formulas',
      '<p>\\(a&lt;b\\) \\(&lt;img src=x>\\) $$f_[x](y) &lt;!-- &lt; 1$$ <math><mi>x</mi><annotation encoding="TeX">&lt;/b></annotation></math> <img src=i alt="$&lt;b>$"> z',
      '$a< b$ $< img src=x>$ $$f_[x] (y) < !-- < 1$$ $< /b>$ $< b>$ z',
    ],
    [
      'signs that are not closed, or far away, are text',
      `<p>\\(a \\[b\\] \\(${'c'.repeat(2_001)}\\) \\( \\)`,
      `\\\\(a $$b$$ \\\\(${'c'.repeat(2_001)}\\\\) \\\\( \\\\)`,
    ],
    [
      'a bar of a formula in a cell is escaped',
      '<table><tr><th>a<th>b<tr><td>\\(|x|\\)<td>c</table>',
      '| a | b |\n| --- | --- |\n| $\\|x\\|$ | c |',
    ],
    ['an empty line separates paragraphs', '<p>a<p>b', 'a\n\nb'],
    ['a line break is a hard break', '<p>a<br>b', 'a\\\nb'],
    ['emphasis and strikethrough', '<p><b>a</b> <i>b</i> <b><em>c</em></b> <del>d</del>', '**a** *b* ***c*** ~~d~~'],
    ['white space at the ends of emphasis moves outside', '<p>a<b> b </b>c', 'a **b** c'],
    ['emphasis within a word', '<p>un<b>believ</b>able', 'un**believ**able'],
    ['emphasis that CommonMark would not recognise is dropped', '<p>a<b>"b"</b>c <i>d</i><b>e</b>', 'a"b"c *d*e'],
    [
      'lines that are elements, beside empty lines',
      '<div><div>a<br></div><div><b>b</b></div><div><br></div><div>c</div><div class=x>d</div></div><div>e</div><div>f</div>',
      'a\\\n**b**\n\nc\n\nd\n\ne\n\nf',
    ],
    [
      'a number in the text of an item',
      '<ol><li>1. a<li><div>2.b<div>3. c</div></div><li>2024. d<li>4.5 e<li>5)</ol>',
      '1. a\n2. b\n\n   3\\. c\n3. 2024\\. d\n4. 4.5 e\n5. 5\\)',
    ],
    ['code', '<p><code>a * b</code>', '`a * b`'],
    ['code with backticks', '<p><code>`a``</code>', '``` `a`` ```'],
    ['links are absolute URLs', '<p><a href="../x?y=(1)">a</a>', '[a](https://a.example/x?y=%281%29)'],
    ['a javascript: link becomes plain text', '<p><a href="javascript:x()">a</a>', 'a'],
    ['an exclamation mark before a link is escaped', '<p>Oh!<a href=x>a</a>', 'Oh\\![a](https://a.example/dir/x)'],
    ['images', '<p>x <img src=i.png alt="a [b]">', 'x ![a \\[b\\]](https://a.example/dir/i.png)'],
    ['images without an alternative text are dropped', '<p>x<img src=i.png>', 'x'],
    [
      'an image in a link',
      '<p><a href=x><img src=i alt=a></a>b',
      '[![a](https://a.example/dir/i)](https://a.example/dir/x)b',
    ],
    [
      'an image in a link after a word',
      '<p>b <a href=x><img src=i alt=a></a> <a href=y>c</a>',
      'b [![a](https://a.example/dir/i)](https://a.example/dir/x) [c](https://a.example/dir/y)',
    ],
    [
      'the name at the start of a quotation is a line',
      '<blockquote><div><cite>ada wrote:</cite>Moss grows.</div></blockquote><blockquote>Fen <cite>Ada</cite> b</blockquote>',
      '> ada wrote:\\\n> Moss grows.\n\n> Fen Ada b',
    ],
    [
      'the title of a work at the start of a quotation is part of the sentence',
      '<blockquote><cite>Moss</cite> is a book. It is short.</blockquote>',
      '> Moss is a book. It is short.',
    ],
    [
      'cells that span rows and columns leave the other places empty',
      '<table><tr><th rowspan=2>A<th colspan=2>B<th rowspan=2>C<tr><th>D<th>E<tr><td rowspan=2>1<td>2<td>3<td>4<tr><td>5<td>6<td>7<tr><td colspan=4>8</table>',
      '| A | B |  | C |\n| --- | --- | --- | --- |\n|  | D | E |  |\n| 1 | 2 | 3 | 4 |\n|  | 5 | 6 | 7 |\n| 8 |  |  |  |',
    ],
    ['lists', '<ul><li>a<li>b</ul>', '- a\n- b'],
    [
      'task lists',
      '<ul><li><input type="checkbox" checked disabled> a<ul><li><p><input disabled="" type="checkbox"> - b</p><p>c</p></ul><li><label><input checked=checked type=checkbox>d</label></ul><ol><li><span><input type=checkbox><label>▢</label></span> e</ol>',
      '- [x] a\n  - [ ] \\- b\n\n    c\n- [x] d\n\n1. [ ] e',
    ],
    [
      'the text of an attribute does not check the box of a task',
      '<ul><li><input type=checkbox aria-label="Not checked yet"> a<li><input type="checkbox" title="a name = b"> c<li><input type=checkbox checked=""> d</ul>',
      '- [ ] a\n- [ ] c\n- [x] d',
    ],
    [
      'fields of a form are no tasks',
      '<ul><li><input type=checkbox name=c value=red> a<li><input type=radio> b<li>c <input type=checkbox> d</ul><p><input type=checkbox> e',
      '- a\n- b\n- c d\n\ne',
    ],
    ['list numbers', '<ol start=9><li>a<li>b</ol>', '9. a\n10. b'],
    ['nested lists', '<ul><li>a<ol><li>b<li>c</ol>d<li>e</ul>', '- a\n  1. b\n  2. c\n\n  d\n- e'],
    ['an item without text of its own', '<ul><li><ul><li>a</ul></ul>', '- - a'],
    ['paragraphs of an item', '<ul><li><p>a<p>b<li>c</ul>', '- a\n\n  b\n- c'],
    ['adjacent lists stay separate', '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol>', '- a\n\n* b\n\n1. c'],
    ['definition terms are strong', '<dl><dt>a<dd>b</dl>', '**a**\n\nb'],
    [
      'an image on a line of its own before a definition term is written once',
      '<dl><dt><p><img src=i alt=i></p><p>a<dd>b</dl>',
      '![i](https://a.example/dir/i)\n\n**a**\n\nb',
    ],
    ['quotations', '<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>', '> a\n>\n> b\n>\n> > c'],
    ['code blocks', '<pre><code class="language-js">a\n\n  b</code></pre>', '```js\na\n\n  b\n```'],
    [
      'a code block whose lines are elements',
      '<pre data-language="js"><code><div><div>const a</div></div><div><div>\n</div></div><div><div>  <span>b</span></div></div></code></pre><pre><code>c<br><br>d</code></pre>',
      '```js\nconst a\n\n  b\n```\n\n```\nc\n\nd\n```',
    ],
    [
      'numbers of lines that end with line breaks',
      '<table><tr><td class="gutter"><pre><span>1</span><br><span>2</span><br></pre><td><pre>a<br><br>  b<br></pre></table>',
      '```\na\n\n  b\n```',
    ],
    [
      'a code block whose lines are items of a list',
      '<ul><li>a<pre><ol><li>b</li><li>  c</li></ol></pre></ul><pre>d</pre>',
      '- a\n\n  ```\n  b\n    c\n  ```\n\n```\nd\n```',
    ],
    [
      'a code block has the language of VitePress and of Hugo',
      '<div class="language-ts vp-theme"><button title="Copy" class="copy"></button><span class="lang">ts</span><pre><code>a</code></pre></div><pre><code data-lang="Go">b</code></pre>',
      'ts\n\n```ts\na\n```\n\n```go\nb\n```',
    ],
    [
      'code beside other code',
      '<p><code>a</code> <code>b</code> <code>c</code><code>d</code> <code>git <em>e</em> <b>f</b></code>',
      '`a` `b` `cd` `git e f`',
    ],
    ['the number of an item', '<ol><li>a<li value=4>b<li>c<li value=x>d</ol>', '1. a\n4. b\n5. c\n6. d'],
    ['code blocks that contain fences', '<pre>```\na</pre>', '````\n```\na\n````'],
    ['a code block in an item', '<ul><li>a<pre>b\nc</pre></ul>', '- a\n\n  ```\n  b\n  c\n  ```'],
    ['tables', '<table><tr><th>a<th>b<tr><td>c<td>d|<b>e</b></table>', '| a | b |\n| --- | --- |\n| c | d\\|**e** |'],
    [
      'lines of a cell, code with bars and lines of code',
      '<table><tr><th>a<th>b<tr><td>c<br>d<td><ul><li>e<li>f</ul><tr><td><code>\\g</code> <code>h\\|</code><td><pre>i\n  j|k</pre></table>',
      '| a | b |\n| --- | --- |\n| c<br>d | e<br>f |\n| `\\g` h\\\\\\| | `i`<br>`  j\\|k` |',
    ],
    [
      'an image and its caption in a cell',
      '<table><tr><td><img src=i alt=a><div>b</div><td>c<tr><th>d<td>e</table>',
      '|  |  |\n| --- | --- |\n| ![a](https://a.example/dir/i)<br>b | c |\n| d | e |',
    ],
    [
      'images stay in their cells',
      '<table><tr><th>a<th>b<th>c<tr><td><img src=i alt=Yes><td><img src=j alt=No><td>d<tr><td>e<img src=k alt=f><td><td>g</table>',
      '| a | b | c |\n| --- | --- | --- |\n| ![Yes](https://a.example/dir/i) | ![No](https://a.example/dir/j) | d |\n| e ![f](https://a.example/dir/k) |  | g |',
    ],
    [
      'an image before a table is no cell',
      '<p><img src=i alt=a></p><table><tr><th>b<th>c<tr><td>d<td>e</table>',
      '![a](https://a.example/dir/i)\n\n| b | c |\n| --- | --- |\n| d | e |',
    ],
    [
      'an image before the caption of a table',
      '<p><img src=i alt=a></p><table><caption>t</caption><tr><th>b<th>c<tr><td>d<td>e</table>',
      '![a](https://a.example/dir/i)\n\nt\n\n| b | c |\n| --- | --- |\n| d | e |',
    ],
    [
      'an image before a list is no item',
      '<p>x<p><img src=i alt=a></p><ol><li>b<li>c</ol>',
      'x\n\n![a](https://a.example/dir/i)\n\n1. b\n2. c',
    ],
    [
      'an image before a task list, whose boxes stay',
      '<p><a href=o><img src=i alt=a></a></p><ul><li><input type=checkbox checked disabled> b<li>c</ul>',
      '[![a](https://a.example/dir/i)](https://a.example/dir/o)\n\n- [x] b\n- c',
    ],
    [
      'an item that is an image',
      '<ul><li><img src=i alt=a><li>b</ul><p>c',
      '- ![a](https://a.example/dir/i)\n- b\n\nc',
    ],
    [
      'an image before a quotation',
      '<p><img src=i alt=a><blockquote><p>b</blockquote>',
      '![a](https://a.example/dir/i)\n\n> b',
    ],
    ['an image before code', '<p><img src=i alt=a></p><pre>b</pre>', '![a](https://a.example/dir/i)\n\n```\nb\n```'],
    [
      'the first cell of a header row may be empty',
      '<table><tr><td><th>a<th>b<tr><th>c<td>1<td>2</table><table><tr><th>d<td><tr><th>e<td>3</table>',
      '|  | a | b |\n| --- | --- | --- |\n| c | 1 | 2 |\n\n|  |  |\n| --- | --- |\n| d |  |\n| e | 3 |',
    ],
    [
      'tables without a header row',
      '<table><tr><td>1<td>2<tr><td>3<td>4</table>',
      '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    ],
    [
      'a caption precedes its table',
      '<table><caption>t</caption><tr><th>a<th>b<tr><td>c<td>d</table>',
      't\n\n| a | b |\n| --- | --- |\n| c | d |',
    ],
    [
      'rows are padded to the longest row',
      '<table><tr><th>a<tr><td>b<td>c</table>',
      '| a |  |\n| --- | --- |\n| b | c |',
    ],
    [
      'a table that contains tables is layout',
      '<table><tr><td>a<td><table><tr><th>b<th>c</table></table>',
      'a\n\n| b | c |\n| --- | --- |',
    ],
    ['a table of one column is layout', '<table><tr><td>a<tr><td>b</table>', 'a\n\nb'],
    [
      'a table with long texts is layout',
      `<table><tr><td>menu<td>${'word '.repeat(100)}<tr><td>a<td>b</table>`,
      `menu\n\n${'word '.repeat(100).trim()}\n\na\n\nb`,
    ],
    [
      'special characters within a line are escaped',
      '<p>*a* _b_ [c] `d` \\ ~e~ &lt;f> &amp;amp; a|b snake_case',
      '\\*a\\* \\_b\\_ \\[c\\] \\`d\\` \\\\ \\~e\\~ \\<f> \\&amp; a|b snake_case',
    ],
    [
      'special characters at the start of a line are escaped',
      '<p># a<p>- b<p>1. c<p>&gt; d<p>a<br>===<br>--- <p>2)<p>b<br>--:',
      '\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\na\\\n\\===\\\n\\---\n\n2\\)\n\nb\\\n\\--:',
    ],
    ['characters without special meaning are not escaped', '<p>a < b & c - d #1 3.14', 'a < b & c - d #1 3.14'],
  ];
  test.each(cases)('%s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

test('writes only the chosen blocks, with their nesting', () => {
  const page = parse('<ul><li>a<li>b<ul><li>c</ul></ul><p>d');
  const chosen = page.blocks.filter(({ text }) => text !== 'b');
  expect(pageToMarkdown(page, chosen, BASE, 1000)).toBe('- a\n- - c\n\nd');
});

test('drops pieces beyond the limit as a whole', () => {
  const page = parse('<p>aaaa<p>bbbb<p>cccc');
  expect(pageToMarkdown(page, page.blocks, BASE, 11)).toBe('aaaa\n\nbbbb');
});

/** Returns the visible text of HTML without white space, because emphasis and blocks may separate words or not. */
const shown = (html: string) =>
  parse(`<body>${html}`)
    .blocks.map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '');
const commonmark = (text: string) => new HtmlRenderer().render(new Parser().parse(text));
const github = (text: string) => marked.parse(text, { async: false, gfm: true });

const SIGNS = [
  ...'*_`~[]()<>#+-=.!|\\&:;@/\'"0123 \nabcé日😀',
  'www.',
  'http://',
  '&amp;',
  '1.',
  '](',
  '**',
  '~~',
  '```',
  '---',
  '- ',
  '\t',
];
const text = fc.array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 16 }).map((signs) => signs.join(''));
const html = (written: string) => written.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

describe('text never becomes markup', () => {
  test('a paragraph of any text is read as the same text', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' })), (written) => {
        const source = `<p>x<p>${html(written)}<br>${html(written)}`;
        const read = commonmark(markdown(source));
        expect(read).not.toMatch(/<(?!\/?p>|br \/>)/);
        expect(shown(read)).toBe(shown(source));
        const linked = github(markdown(source));
        expect(linked).not.toMatch(/<(?!\/?p>|br>|a href|\/a>)/);
        expect(shown(linked)).toBe(shown(source));
      }),
      { numRuns: fewOrMany(100, 400), seed: 6 },
    );
  });

  test('plain text is read as the same text', () => {
    fc.assert(
      fc.property(text, (written) => {
        const read = commonmark(textToMarkdown(written));
        expect(read).not.toMatch(/<(?!\/?p>|br \/>)/);
        expect(shown(read)).toBe(written.replace(/\s+/g, ''));
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  const tags = fc.constantFrom(
    ...[
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '<code>',
      '</code>',
      '<a href=x>',
      '</a>',
      '<br>',
      '<p>',
      '<ul><li>',
      '<li>',
      '</ul>',
    ],
    ...['<ol start=7><li>', '</ol>', '<blockquote>', '</blockquote>', '<h2>', '</h2>', '<pre>', '</pre>', ' '],
  );
  const pieces = fc.array(fc.oneof(tags, text.map(html)), { maxLength: 24 }).map((list) => list.join(''));

  test('any nesting of lists, quotations, emphasis and links is read as its text', () => {
    fc.assert(
      fc.property(pieces, (source) => {
        expect(shown(commonmark(markdown(source)))).toBe(shown(source));
      }),
      { numRuns: fewOrMany(100, 500), seed: 8 },
    );
  });

  test('table cells are read as their text', () => {
    const cell = fc
      .tuple(text, fc.constantFrom('', 'b', 'code', 'i'))
      .map(([written, tag]) => (tag === '' ? html(written) : `<${tag}>${html(written)}</${tag}>`));
    const row = fc.tuple(cell, cell);
    fc.assert(
      fc.property(row, row, (first, second) => {
        const source = `<table><tr><th>h<th>k${[first, second].map(([a, b]) => `<tr><td>a${a}<td>${b}`).join('')}</table>`;
        expect(shown(github(markdown(source)))).toBe(shown(source));
      }),
      { numRuns: 200, seed: 9 },
    );
  });
});

test('writes a hostile page in linear time', () => {
  const deep = parse(`${'<blockquote><ul><li>a'.repeat(fewOrMany(4_000, 20_000))}`);
  const wide = parse(`<ol>${'<li>a *b* <b>c</b><table><tr><th>x<th>y'.repeat(fewOrMany(1_000, 10_000))}`);
  for (const page of [deep, wide])
    expect(pageToMarkdown(page, densestBlocks(page.blocks), BASE, 2_000_000).length).toBeLessThanOrEqual(2_000_000);
});

test('looks for the start of a block in linear time', () => {
  const spaces = ' '.repeat(1_000_000);
  for (const line of [`--${spaces}x`, `==${spaces}x`, `- ${spaces}:x`])
    expect(escapeLineStart(line).length).toBeLessThan(1_000_010);
});

test('writes a paragraph of thousands of links in linear time', () => {
  const { page } = HOSTILE_PAGES.find(({ name }) =>
    name.startsWith('links of one paragraph'),
  ) as (typeof HOSTILE_PAGES)[0];
  const parsed = parseHtml(page(2_000_000), { xhtml: false, maxLinks: 100_000 });
  const text = pageToMarkdown(parsed, parsed.blocks, BASE, 10_000_000);
  expect(text.split('](').length).toBeGreaterThan(10_000);
});

test('writes a heading of a million number signs in linear time', () => {
  // Markdown ends at a million characters.
  expect(markdown(`<h1>${'#'.repeat(900_000)} moss</h1>`)).toMatch(/^# #{900000} moss$/);
});
