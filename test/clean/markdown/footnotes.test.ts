import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { pageToMarkdown } from '../../../shared/clean/markdown/markdown.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 50_000 });
const markdown = (html: string) => {
  const page = parse(html);
  return pageToMarkdown(page, page.blocks, 'https://a.example/dir/', 10_000_000);
};

const MARKUPS: [program: string, html: string, expected: string][] = [
  [
    'GitHub',
    '<p>Old.<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup></p><section data-footnotes class="footnotes"><h2>Footnotes</h2><ol><li id="user-content-fn-1"><p>In bogs.</p><p>Twice. <a href="#user-content-fnref-1" class="data-footnote-backref">↩</a> <a href="#user-content-fnref-1-2" class="data-footnote-backref">↩<sup>2</sup></a></p></li></ol></section>',
    'Old.[^1]\n\n## Footnotes\n\n[^1]: In bogs.\n\n    Twice.',
  ],
  [
    'Pandoc',
    '<p>Old.<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section class="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>In bogs.<a href="#fnref1" class="footnote-back">↩︎</a></p></li></ol></section>',
    'Old.[^1]\n\n[^1]: In bogs.',
  ],
  [
    'docutils with HTML 5',
    '<p>Old <a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>. See <a class="citation-reference" href="#fen99" id="id3">[Fen99]</a>.</p><aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>In bogs.</p></aside><div class="citation" id="fen99"><span class="label">[<a role="doc-backlink" href="#id3">Fen99</a>]</span><p>A. Fen.</p></div>',
    'Old [^1]. See [^Fen99].\n\n[^1]: In bogs.\n\n[^Fen99]: A. Fen.',
  ],
  [
    'docutils with definition lists',
    '<p>Old <a class="footnote-reference brackets" href="#id2" id="id1">1</a>.</p><dl class="footnote brackets"><dt class="label" id="id2"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>In bogs.</p></dd><dt class="label" id="id4">x</dt><dd>y</dd></dl>',
    'Old [^1].\n\n[^1]: In bogs.\n\n**x**\n\ny',
  ],
  [
    'docutils with tables',
    '<p>Old <a class="footnote-reference" href="#f1" id="id1">[1]</a>.</p><table class="docutils footnote" id="f1"><tbody><tr><td class="label"><a class="fn-backref" href="#id1">[1]</a></td><td>In bogs.</td></tr></tbody></table>',
    'Old [^1].\n\n[^1]: In bogs.',
  ],
  [
    'MediaWiki',
    '<p>Old.<sup class="reference"><a href="/dir/#cite_note-Fen-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup><sup class="reference"><a href="#cite_note-2">[a]</a></sup> Wet.<sup><a href="#cite_note-Fen-1">[1]</a></sup></p><ol class="references"><li id="cite_note-Fen-1"><span class="mw-cite-backlink">^ <a href="#cite_ref-Fen_1-0"><sup><i><b>a</b></i></sup></a> <a href="#cite_ref-Fen_1-1"><sup><i><b>b</b></i></sup></a></span> <span>In <i>bogs</i>.</span></li><li id="cite_note-2"><span><b><a href="#cite_ref-2">^</a></b></span> <span>And fens.</span></li></ol>',
    'Old.[^1][^a] Wet.[^1]\n\n[^1]: In *bogs*.\n\n[^a]: And fens.',
  ],
  [
    'Hugo',
    '<p>Old.<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup></p><div class="footnotes"><hr><ol><li id="fn:1"><p>In bogs.&#160;<a href="#fnref:1" class="footnote-backref">&#x21a9;&#xfe0e;</a></p></li></ol></div>',
    'Old.[^1]\n\n[^1]: In bogs.',
  ],
  [
    'Substack',
    '<p>Old.<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a></p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>In bogs.</p></div></div><p>End.</p>',
    'Old.[^1]\n\n[^1]: In bogs.\n\nEnd.',
  ],
  [
    'Word',
    '<p>Old.<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a></p><div><div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><sup>[1]</sup></a> In bogs.</p></div><p>End.</p></div>',
    'Old.[^1]\n\n[^1]: In bogs.\n\nEnd.',
  ],
  [
    'Asciidoctor',
    '<p>Old.<sup class="footnote">[<a class="footnote" href="#_footnotedef_1">1</a>]</sup></p><div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. In bogs.</div><div>End.</div></div>',
    'Old.\\[[^1]\\]\n\n[^1]: In bogs.\n\nEnd.',
  ],
  [
    'LaTeXML',
    '<p>Old <cite>[<a href="#bib1">1</a>, <a href="#bib2">2</a>]</cite>.</p><ul><li id="bib1"><span>[1]</span><span>A. Fen.</span></li><li id="bib2"><span>2.</span><span>B. Moss.</span></li></ul>',
    'Old \\[[^1], [^2]\\].\n\n[^1]: A. Fen.\n\n[^2]: B. Moss.',
  ],
];

test.each(MARKUPS)('writes the footnotes of %s', (_, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

const CASES: [rule: string, html: string, expected: string][] = [
  [
    'a mark whose note is missing stays a link',
    '<p>a<sup><a href="#fn1">1</a></sup></p>',
    'a[\\[1\\]](https://a.example/dir/#fn1)',
  ],
  [
    'a link to a section is no mark',
    '<p><a href="#s">[1]</a></p><h2 id=s>b</h2><p>c',
    '[\\[1\\]](https://a.example/dir/#s)\n\n## b\n\nc',
  ],
  [
    'notes with the same mark have different labels',
    '<p>a<sup><a href="#b">1</a></sup><ol><li id=b>First</ol><p>c<sup><a href="#d">1</a></sup><ol><li id=d>Second</ol>',
    'a[^1]\n\n[^1]: First\n\nc[^1-2]\n\n[^1-2]: Second',
  ],
  ['a sign that is no label', '<p>a<sup><a href="#b">*</a></sup><p id=b>* Note<p>c', 'a[^note]\n\n[^note]: Note\n\nc'],
  [
    'a note with a list and code',
    '<p>a<sup><a href="#b">1</a></sup><ol><li id=b><p>Look:<ul><li>x<li>y</ul><pre>z</pre></ol>',
    'a[^1]\n\n[^1]: Look:\n\n    - x\n    - y\n\n    ```\n    z\n    ```',
  ],
  [
    'marks in a list, a cell and a quotation',
    '<ul><li>a<sup><a href="#n">1</a></sup></ul><table><tr><th>b<th>c<tr><td>d<sup><a href="#n">1</a></sup><td>e</table><blockquote>f<sup><a href="#n">1</a></sup></blockquote><ol><li id=n>Note</ol>',
    '- a[^1]\n\n| b | c |\n| --- | --- |\n| d[^1] | e |\n\n> f[^1]\n\n[^1]: Note',
  ],
  [
    'a note that was not chosen is not the text after it',
    '<p>a<sup><a href="#n">1</a></sup><p hidden id=n>Note<p>b',
    'a[\\[1\\]](https://a.example/dir/#n)\n\nb',
  ],
  [
    'notes that are lines of one paragraph',
    '<p>a<a href="#b">[1]</a> c<a href="#d">[2]</a><p>Notes<br><a id=b></a>[1] In bogs.<br><a id=d></a>[2] In fens.',
    'a[^1] c[^2]\n\nNotes\n\n[^1]: In bogs.\n\n[^2]: In fens.',
  ],
  [
    'short links within a note that lead to other places on the page',
    '<p>a<a href="#b">[1]</a><ol><li id=b>See <a href="#c">API</a>, section <a href="#d">5</a>. <a href="#e">^</a></ol>',
    'a[^1]\n\n[^1]: See [API](https://a.example/dir/#c), section [5](https://a.example/dir/#d).',
  ],
  [
    'several links back',
    '<p>a<a href="#b">[1]</a> c<a href="#d">2</a><table id=b><tr><td>[1]<td><i>(<a href="#r">1</a>, <a href="#s">2</a>)</i> In bogs.</table>',
    'a[^1] c[2](https://a.example/dir/#d)\n\n[^1]: In bogs.',
  ],
  [
    'a word in brackets is a mark only of a text that begins with it',
    '<p>a <a href="#b">[PDF]</a> <a href="#c">[Fen99]</a><p id=b>How to print<p id=c>[Fen99] A. Fen',
    'a [\\[PDF\\]](https://a.example/dir/#b) [^Fen99]\n\nHow to print\n\n[^Fen99]: A. Fen',
  ],
  [
    'a note within a code block is code',
    '<p>a<a href="#b">[1]</a> b<a href="#c">[2]</a><pre>x<p id=b>[1] In bogs</pre><p id=c>In fens',
    'a[\\[1\\]](https://a.example/dir/#b) b[^2]\n\n```\nx\n\n[1] In bogs\n```\n\n[^2]: In fens',
  ],
  [
    'a link whose text looks like a mark',
    '<p>a<a href="#b">[1]</a> <a href="/c">^1</a><p id=b>In bogs',
    'a[^1] [\\^1](https://a.example/c)\n\n[^1]: In bogs',
  ],
  [
    'a note of links back only is none',
    '<p>a<a href="#b">[1]</a> c<a href="#d">[2]</a><ol><li id=b>^ <a href="#r">a</a> <a href="#s">b</a><li id=d>In bogs</ol>',
    'a[\\[1\\]](https://a.example/dir/#b) c[^2]\n\n1. ^ [a](https://a.example/dir/#r) [b](https://a.example/dir/#s)\n\n[^2]: In bogs',
  ],
  [
    'an empty note is not the next one',
    '<p>a<a href="#b">[1]</a><a href="#c">[2]</a><ol><li id=b></li><li id=c>In bogs</li></ol>',
    'a[\\[1\\]](https://a.example/dir/#b)[^2]\n\n[^2]: In bogs',
  ],
  [
    'labels differ in more than their case',
    '<p>a<a href="#b">[a]</a><a href="#c">[A]</a><p id=b>In bogs<p id=c>In fens',
    'a[^a][^A-2]\n\n[^a]: In bogs\n\n[^A-2]: In fens',
  ],
];

test.each(CASES)('%s', (_, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test('writes thousands of footnotes', () => {
  const count = 3_000;
  const html = Array.from({ length: count }, (_, i) => `<p>a<sup><a href="#n${i}">${i % 9}</a></sup>`).join('');
  const notes = Array.from({ length: count }, (_, i) => `<li id=n${i}>Note ${i}`).join('');
  const written = markdown(`${html}<ol>${notes}</ol>`);
  expect(written.match(/^\[\^\d(?:-\d+)?\]: Note/gm)).toHaveLength(2_000);
});

test('reads a hostile page of ids and open tags in linear time', () => {
  const page = parse(`<p>a<sup><a href="#x">1</a></sup><p ${'id= '.repeat(200_000)}>${'<a '.repeat(200_000)}<b id=x>`);
  expect(pageToMarkdown(page, page.blocks, 'https://a.example/', 1_000)).toContain('a[');
});

test('marks of notes beyond the maximum length are links, and the others stay marks', () => {
  const note = (i: number) => `<li id=n${i}><p>Note ${i} of bogs.${' Wet.'.repeat(i * 20)}</p></li>`;
  const page = parse(
    `<p>Old<a href="#n1">[1]</a> and new<a href="#n2">[2]</a> and late<a href="#n3">[3]</a>.</p><ol>${[1, 2, 3].map(note).join('')}</ol>`,
  );
  const write = (maxLength: number) => pageToMarkdown(page, page.blocks, 'https://a.example/', maxLength);
  const whole = write(10_000);
  expect(whole).toContain('late[^3].');
  expect(whole).toContain('[^3]: Note 3 of bogs.');
  const short = write(whole.length - 1);
  expect(short).toMatch(/\[\\\[3\\\]\]\(https:\/\/a\.example\/#n3\)/);
  for (const [mark] of short.matchAll(/\[\^\d\](?!:)/g)) expect(short).toContain(`${mark}: Note`);
});
