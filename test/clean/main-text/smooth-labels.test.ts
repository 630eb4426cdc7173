import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { findUnits, smoothLabels } from '../../../shared/clean/main-text/smooth-labels.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** Texts of the strings that are taken, when each has the score it begins with. */
function taken(html: string): string[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = Float32Array.from(page.blocks, ({ text }) =>
    text.startsWith('never') ? NEVER : Number.parseFloat(text),
  );
  const chosen = smoothLabels(page, scores, findUnits(page));
  return page.blocks.filter((_, i) => chosen[i] === 1).map(({ text }) => text);
}

const p = (...scores: readonly (string | number)[]) => scores.map((score) => `<p>${score}</p>`).join('');

test.each<[rule: string, html: string, wanted: string[]]>([
  ['a string of which little is known goes with those around it', p(2, -1, 2), ['2', '-1', '2']],
  ['one that is surely none does not', p(2, -2, 2), ['2', '2']],
  ['nor does one that has text only before it', p(2, -1, -2), ['2']],
  ['a string that may be text is none between others that are not', p(-2, 1, -2), []],
  ['one that surely is stays alone', p(-2, 2, -2), ['2']],
  [
    'however surely one is none, it says no more than a few that are',
    '<ul><li>2<li>2<li>2<li>-90</ul>',
    ['2', '2', '2', '-90'],
  ],
  [
    'the items of a list have one voice',
    `${p(2)}<ul><li>-2 leeks</li><li>-1 pumpkins</li><li>0 carrots of the year before last</li></ul>${p(2)}`,
    ['2', '-2 leeks', '-1 pumpkins', '0 carrots of the year before last', '2'],
  ],
  [
    'and so have the cells of a table of data',
    `${p(2)}<table><tr><td>-1<td>-2<tr><td>-1<td>0</table>${p(2)}`,
    ['2', '-1', '-2', '-1', '0', '2'],
  ],
  [
    'a table that places things has none',
    `<table><tr><td>${p(-2, -2)}<td><h1>2</h1>${p(2)}<div>2</div></table>`,
    ['2', '2', '2'],
  ],
  [
    'a list of things that hold others has none',
    `<ul><li><div>2 a</div><div>2 b</div><li><div>-2 c</div></ul>`,
    ['2 a', '2 b'],
  ],
  [
    'what may not be text is not, whatever stands around it',
    `${p(2)}<ul><li>2 a<li>never<li>2 b</ul>${p('never', 2)}`,
    ['2', '2 a', '2 b', '2'],
  ],
  ['a page without strings has no text', '', []],
])('%s', (_, html, wanted) => {
  expect(taken(html)).toEqual(wanted);
});

test('a page of many lists and changes takes linear time', { timeout: 120_000 }, () => {
  const found = taken('<div>-2<ul><li>2<li>-1</ul>'.repeat(400) + '<div><p>2</div><p>-2'.repeat(10_000));
  expect(found.length).toBeGreaterThan(10_000);
});
