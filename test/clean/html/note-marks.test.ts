import { describe, expect, test } from 'vitest';
import { readInlines } from '../../../shared/clean/html/inline-runs.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import type { Block } from '../../../shared/clean/html/parsed-page.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 100 });

describe('marks of notes', () => {
  const cases: [rule: string, html: string, text: string][] = [
    ['get brackets in a superscript', '1962<sup><a href="#fn1">1</a></sup>.', '1962[1].'],
    ['get brackets around a superscript', '1962<a href="#fn1"><sup>a</sup></a>', '1962[a]'],
    ['get brackets by their role', '1962<a href="#n" role="doc-noteref">12</a>', '1962[12]'],
    ['get brackets by their type in EPUB', '1962<a href="notes.xhtml#n" epub:type="noteref">iv</a>', '1962[iv]'],
    ['get brackets by their class', '1962<a href="#id1" class="footnote-reference brackets">*</a>', '1962[*]'],
    ['keep their own brackets', '1962<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup>', '1962[1]'],
    [
      'keep their own brackets in elements',
      '1962<sup class=reference><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup>',
      '1962[1]',
    ],
    ['are no superscripts without a link', '10<sup>6</sup> m<sup>2</sup>, the 1<sup>st</sup>', '106 m2, the 1st'],
    ['are no links to a page', 'x<sup><a href="/2">2</a></sup>', 'x2'],
    ['are no links with words', 'see<sup><a href="#top">top</a></sup>', 'seetop'],
    ['are no links to a section', 'part <a href="#p2">2</a>', 'part 2'],
    ['end with the superscript', '<sup>x</sup> part <a href="#p2">2</a>', 'x part 2'],
  ];
  test.each(cases)('%s', (_, html, text) => {
    const page = parse(`<p>${html}`);
    const [block] = page.blocks as [Block];
    const runs = readInlines(page, block);
    expect([block.text, runs.map((run) => run.text).join('')]).toEqual([text, text]);
  });

  test('are no part of a heading', () => {
    expect(parse('<h2>In 1962<sup><a href="#fn1">1</a></sup></h2>').headings).toEqual(['In 1962']);
  });

  test('count as link text with their brackets', () => {
    expect(parse('<p>1962<sup><a href="#fn1">1</a></sup>').blocks[0]?.linked).toBe(3);
  });
});
