import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { findUnits, smoothLabels } from '../../../shared/clean/main-text/smooth-labels.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** Returns the texts that are labelled as text. Each block's score is the number at its start. */
function textsOf(html: string): string[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = Float32Array.from(page.blocks, ({ text }) =>
    text.startsWith('never') ? NEVER : Number.parseFloat(text),
  );
  const chosen = smoothLabels(page, scores, findUnits(page));
  return page.blocks.filter((_, i) => chosen[i] === 1).map(({ text }) => text);
}

const p = (...scores: readonly (string | number)[]) => scores.map((score) => `<p>${score}</p>`).join('');

test.each<[rule: string, html: string, wanted: string[]]>([
  ['an uncertain block gets the label of its neighbours', p(2, -1, 2), ['2', '-1', '2']],
  ['a clearly negative block keeps its label', p(2, -2, 2), ['2', '2']],
  ['an uncertain block keeps its label if only the block before it is text', p(2, -1, -2), ['2']],
  ['an uncertain block between negative ones is no text', p(-2, 1, -2), []],
  ['a clearly positive block between negative ones is text', p(-2, 2, -2), ['2']],
  [
    'scores are clipped, so one block cannot outweigh several others',
    '<ul><li>2<li>2<li>2<li>-90</ul>',
    ['2', '2', '2', '-90'],
  ],
  [
    'the items of a list get one label',
    `${p(2)}<ul><li>-2 leeks</li><li>-1 pumpkins</li><li>0 carrots of the year before last</li></ul>${p(2)}`,
    ['2', '-2 leeks', '-1 pumpkins', '0 carrots of the year before last', '2'],
  ],
  [
    'the cells of a data table get one label',
    `${p(2)}<table><tr><td>-1<td>-2<tr><td>-1<td>0</table>${p(2)}`,
    ['2', '-1', '-2', '-1', '0', '2'],
  ],
  [
    'the cells of a layout table get labels of their own',
    `<table><tr><td>${p(-2, -2)}<td><h1>2</h1>${p(2)}<div>2</div></table>`,
    ['2', '2', '2'],
  ],
  [
    'the items of a list of containers get labels of their own',
    `<ul><li><div>2 a</div><div>2 b</div><li><div>-2 c</div></ul>`,
    ['2 a', '2 b'],
  ],
  [
    'a block with the score -Infinity is never text',
    `${p(2)}<ul><li>2 a<li>never<li>2 b</ul>${p('never', 2)}`,
    ['2', '2 a', '2 b', '2'],
  ],
  ['a page without blocks has no text', '', []],
])('%s', (_, html, wanted) => {
  expect(textsOf(html)).toEqual(wanted);
});

test('a page of many lists and changes takes linear time', { timeout: 120_000 }, () => {
  const found = textsOf('<div>-2<ul><li>2<li>-1</ul>'.repeat(400) + '<div><p>2</div><p>-2'.repeat(10_000));
  expect(found.length).toBeGreaterThan(10_000);
});
