import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { raiseReferenceLists } from '../../../../shared/clean/main-text/corrections/reference-lists.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Scores of the blocks of a page of one kind, which were 0. */
function scoresOf(html: string, kind = 'documentation'): number[] {
  const survey = surveyPage(parseHtml(html, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
  const scores = new Float32Array(survey.page.blocks.length);
  raiseReferenceLists(
    scores,
    survey,
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return [...scores];
}

const table = '<table><tr><th>Flag</th><th>Effect</th></tr><tr><td>-w</td><td>waters</td></tr></table>';
const list = '<dl><dt>grow(moss)</dt><dd><p>Grows it.</p></dd></dl>';

test('raises data tables, definition lists and code of documentation most', () => {
  expect(scoresOf(`<p>Moss</p>${table}${list}<pre>grow -w</pre>`)).toEqual([0.5, ...Array(7).fill(3)]);
});

test('keeps the scores of links, and those on other pages', () => {
  expect(scoresOf('<p>Moss</p><dl><dt><a href=1>grow</a></dt><dd><a href=2>water</a></dd></dl>')).toEqual([0.5, 0, 0]);
  expect(new Set(scoresOf(table + list, 'article'))).toEqual(new Set([0]));
});

test('knows signatures and tables without table elements by their class', () => {
  const html =
    '<div class="type-signature">class Moss</div><div class="summary-table two-columns"><div>grow</div></div><div class="table-wrapper">a</div>';
  expect(scoresOf(html)).toEqual([3, 3, 0.5]);
});
