import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { isListLine, lowerListLines } from '../../../../shared/clean/main-text/corrections/list-lines.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

test.each([
  'Showing 1–12 of 1,284 results',
  'Showing 1 to 4 of 57 results for "parking"',
  'Your search returned 4 results.',
  'About 4,120,000 results',
  '8 Produkte',
  'Mostrando 1–6 de 18 resultados',
  'Affichage 1-6 de 6 article(s)',
  'Il y a 6 produits.',
  '6 produtos encontrados',
  'Sort by: Relevance',
  'Sortieren nach:',
  'Trier par :',
  'Filter:',
  'Añadir al carrito',
  'In den Warenkorb legen',
  'Weiterlesen »',
  'Read more ...',
  '1-48 of over 10,000 results for',
  'Zobrazuji 1 až 3 z 3 (1 stránek)',
  '4 alojamentos encontrados',
  '« Previous Page',
  '次へ',
])('takes "%s" for a control of a list', (line) => {
  expect(isListLine(line)).toBe(true);
});

test.each([
  '12 clay pots',
  'Results of the election in three towns',
  'Read more books this winter',
  'Sort by colour, then fire twice',
  'Filter coffee from Brazil',
  'Next year in the garden',
  'Buy now, pay later: what is behind it',
  'Showing at the Odeon',
  '$12.00',
  '2019',
])('takes "%s" for text', (line) => {
  expect(isListLine(line)).toBe(false);
});

test.each([
  ['listing', [3, -1]],
  ['article', [3, 3]],
])('lowers the scores of controls on a page of the kind %s', (kind, expected) => {
  const page = parseHtml('<p>Clay pots</p><p>8 results</p>', { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array(2).fill(3);
  const kinds = Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0));
  lowerListLines(scores, surveyPage(page, mainTextModel().cues), kinds);
  expect([...scores]).toEqual(expected);
});
