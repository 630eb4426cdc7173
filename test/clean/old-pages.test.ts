/** Main text of pages from before style sheets: the text is in tables, fonts and line breaks. */
import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../shared/clean/html/parse-html.ts';
import { extractMainText } from '../../shared/clean/main-text/main-text.ts';

const PARAGRAPHS = [
  'The mill pond froze over on Friday night, and by noon on Saturday half the village stood on it with skates, sledges and chairs.',
  'It is the first time in nine winters. Walter, who has kept the shed for as long, says that the ice has to carry a cow before it carries a child.',
  'Nobody had a cow. So two of the bigger boys, and then the baker, went out with a rope round them, and came back dry.',
  'The fire on the island was lit at four, with soup for all who brought a cup, and it burned until the snow came.',
];
const bodies: Record<string, (paragraphs: readonly string[]) => string> = {
  'two line breaks': (all) => all.join('<br><br>\n'),
  'two line breaks in a font': (all) => `<font face="Verdana" size="2">${all.join('<br>\n<br>\n')}</font>`,
  'one line break': (all) => all.join('<br>\n'),
  'leading spaces': (all) => all.map((one) => `&nbsp;&nbsp;&nbsp;${one}<br>`).join('\n'),
  'paragraphs without end tags': (all) => all.map((one) => `<p>${one}`).join('\n'),
  'a font in each': (all) =>
    all.map((one) => `<p align=justify><font size="2" face="Arial">${one}</font></p>`).join('\n'),
  'rows of a table': (all) => `<table>${all.map((one) => `<tr><td>${one}</td></tr>`).join('')}</table>`,
  'a div for each': (all) => all.map((one) => `<div>${one}</div>`).join('\n'),
  'a span for each': (all) => all.map((one) => `<span class="style3">${one}<br><br></span>`).join('\n'),
  'a block quote used as a margin': (all) => `<blockquote>${all.map((one) => `<p>${one}</p>`).join('')}</blockquote>`,
};

const LINKS = ['Home', 'News of the week', 'Calendar', 'Photographs', 'Guest book', 'Contact'];
const links = LINKS.map((name, i) => `<a href="/${i}.htm">${name}</a>`);
const IMPRINT = 'Copyright 2005 Mill Garden Society. All rights reserved.';
const READERS = [
  'I fell in twice as a child, and would do it again.',
  'Lovely! We had soup for three days after that.',
];
const readers = READERS.map(
  (text, i) => `<p>${text}</p><p class="comment-data">Posted by: <a href="/r${i}">Reader ${i}</a> at March 3, 2008</p>`,
);
const arounds: Record<string, (body: string) => string> = {
  'a layout table': (body) =>
    `<table width="760"><tr><td colspan=3>${links.join(' | ')}</td></tr><tr><td width=150>${links.join('<br>')}</td><td><h1>Ice</h1>${body}</td><td>${links.join('<br>')}</td></tr><tr><td colspan=3 align=center><font size=1>${IMPRINT}</font></td></tr></table>`,
  'nested layout tables': (body) =>
    `<table><tr><td><table><tr>${links.map((one) => `<td>${one}</td>`).join('')}</tr></table></td></tr><tr><td><table><tr><td><table><tr><td bgcolor="#ccc"><b>Ice</b></td></tr><tr><td>${body}</td></tr></table></td><td>${links.join('<br>')}</td></tr></table></td></tr><tr><td>${IMPRINT}</td></tr></table>`,
  'a blog with comments': (body) =>
    `<div id="banner"><a href="/">Mill Garden</a></div><div id="content"><div class="blog"><div class="blogbody"><h3 class="title">Ice</h3>${body}<div class="posted">Posted by Walter at <a href="/p">10:20 PM</a></div></div><div class="comments-head">Comments</div><div class="comments-body">${readers.join('')}</div></div></div><div id="links"><div class="side">${links.join('<br>')}</div></div>${IMPRINT}`,
  'plain lines': (body) =>
    `<center>${links.join(' * ')}</center><center><font size=6 color=red>Ice</font></center><hr>${body}<hr><center>${links.join(' - ')}<br><font size=1>${IMPRINT}</font></center>`,
};

describe.each(Object.entries(arounds))('in %s', (_, around) => {
  test.each(Object.entries(bodies))('finds paragraphs marked by %s and nothing around them', (_, body) => {
    const html = `<html><head><title>Ice - Mill Garden</title></head><body bgcolor=white>${around(body(PARAGRAPHS))}</body></html>`;
    const text = extractMainText(parseHtml(html, { xhtml: false, maxLinks: 0 }), 100_000);
    expect(PARAGRAPHS.filter((one) => !text.includes(one))).toEqual([]);
    const lines = text.split('\n');
    expect([...LINKS, ...READERS, IMPRINT].filter((one) => lines.some((line) => line.includes(one)))).toEqual([]);
  });
});
