import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { raiseSpecifications } from '../../../../shared/clean/main-text/corrections/specifications.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Scores of the blocks of a page of one kind, which were 0. */
function scoresOf(html: string, kind = 'product'): number[] {
  const survey = surveyPage(parseHtml(html, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
  const scores = new Float32Array(survey.page.blocks.length);
  raiseSpecifications(
    scores,
    survey,
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return [...scores];
}

const tableOf = (...rows: string[][]) =>
  `<table>${rows.map(([label, ...values]) => `<tr><th>${label}</th>${values.map((value) => `<td><p>${value}</p></td>`).join('')}</tr>`).join('')}</table>`;

test('raises tables of two columns and definition lists', () => {
  const table = tableOf(['Height', '12 cm'], ['Weight', '900 g'], ['Material', 'Clay']);
  expect(scoresOf(`<p>Pot</p>${table}<dl><dt>Origin</dt><dd>Wales</dd></dl><p>Add</p>`)).toEqual([
    0,
    ...Array(8).fill(1),
    0,
  ]);
});

test.each([
  ['a wider table', tableOf(['Size', 'S', 'M'], ['Height', '12 cm', '15 cm'], ['Weight', '900 g', '1 kg']), 'product'],
  ['a page of another kind', '<dl><dt>Origin</dt><dd>Wales</dd></dl>', 'article'],
])('keeps the scores of %s', (_, html, kind) => {
  expect(new Set(scoresOf(html, kind))).toEqual(new Set([0]));
});
