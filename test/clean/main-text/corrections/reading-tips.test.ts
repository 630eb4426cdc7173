import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerReadingTips } from '../../../../shared/clean/main-text/corrections/reading-tips.ts';
import { PAGE_KINDS, type PageKind } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Texts of the blocks whose scores are lower than before, on a page of one kind. */
function lowered(html: string, kind: PageKind = 'article'): string[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array(page.blocks.length).fill(3);
  lowerReadingTips(
    scores,
    { page },
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return page.blocks.filter((_, i) => (scores[i] as number) < 3).map(({ text }) => text);
}

test.each([
  'Read also: <a href="/a">Moss grows in the north</a>',
  '<a href="/a">READ MORE: Moss grows in the north</a>',
  '[Related: <a href="/a">Moss grows in the north</a>]',
  '» See also: <a href="/a">Moss grows in the north</a>',
  'Lesen Sie auch: <a href="/a">Moos wächst im Norden</a>',
  'Lire aussi « <a href="/a">La mousse pousse au nord</a> »',
  'A lire aussi : <a href="/a">La mousse pousse au nord</a>',
  'Leé también: <a href="/a">El musgo crece en el norte</a>',
  'Lea también: <a href="/a">El musgo crece en el norte</a>',
  'Leggi anche: <a href="/a">Il muschio cresce a nord</a>',
  'Lees ook: <a href="/a">Mos groeit in het noorden</a>',
  'Läs mer: <a href="/a">Mossa växer i norr</a>',
  'Czytaj też: <a href="/a">Mech rośnie na północy</a>',
  'Читайте также: <a href="/a">Мох растет на севере</a>',
  'यह भी पढ़ें: <a href="/a">उत्तर में काई उगती है</a>',
])('lowers the score of the reference "%s"', (line) => {
  expect(lowered(`<p>The moss is green.</p><p>${line}</p><p>It grows on stones.</p>`)).toHaveLength(1);
});

test.each([
  'Read the <a href="/a">report of the botanists on moss in the north</a>',
  'Related species grow in <a href="/a">the bogs of the north</a>',
  'See also: moss, which grows in the north.',
  'Watch <a href="/a">the moss grow</a>, and you will see how slow it is.',
  '<a href="/a">Moss grows in the north</a>',
])('keeps the score of "%s"', (line) => {
  expect(lowered(`<p>${line}</p>`)).toEqual([]);
});

test('lowers the scores of a label alone and of the links below it, up to the next text', () => {
  const html =
    '<p>Moss is green.</p><h3>Les også:</h3><ul><li><a href="/a">Mose i nord</a><li><a href="/b">Mose i sør</a></ul><p>It grows.</p><p><a href="/c">Bog</a></p>';
  expect(lowered(html)).toEqual(['Les også:', 'Mose i nord', 'Mose i sør']);
});

test('keeps the cards after the button of a card', () => {
  const html = '<p>Moss.</p><a href="/a">Mosses of the north</a><p>Read more</p><a href="/b">Mosses of the south</a>';
  expect(lowered(html)).toEqual(['Read more']);
});

test('keeps the sections of encyclopedias, and pages of other kinds', () => {
  expect(lowered('<h2>See also</h2><ul><li><a href="/a">Peat moss</a></ul>')).toEqual([]);
  expect(lowered('<p>Read also: <a href="/a">Moss grows in the north</a></p>', 'documentation')).toEqual([]);
});

test.each([
  '<h3>Recommended</h3><p>Use a pan with a heavy lid.</p>',
  '<h2>More on this topic</h2><p>Engineers abroad have tried air curtains.</p>',
  '<h3>Listen</h3><ul><li><a href="/a">Bells</a>, a record of a harbour in winter</ul>',
  '<table><tr><td>Minimum</td><td>Recommended</td></tr><tr><td>8 GB</td><td>16 GB</td></tr></table>',
])('keeps a label that is the heading of a text or a value: %s', (html) => {
  expect(lowered(`<p>Moss is green.</p>${html}`)).toEqual([]);
});

test('lowers the heading of references that have no link in the page', () => {
  expect(lowered('<p>Moss is green.</p><h2>Related articles</h2><p>Moss grows in the north</p>')).toHaveLength(1);
  expect(lowered('<p>Moss is green.</p><h2>Read also:</h2><p>Moss grows in the north.</p>')).toHaveLength(1);
  expect(lowered('<p>Moss is green.</p><h2>Related articles</h2>')).toHaveLength(1);
});

test('keeps the tasks of a course in a list', () => {
  const list = (label: string) =>
    `<ul><li>${label}: <a href="/a">Moss grows in the north</a><li>Write a page on it</ul>`;
  expect(lowered(list('Read'))).toEqual([]);
  expect(lowered(list('Read also'))).toHaveLength(1);
});
