import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerSaleTerms } from '../../../../shared/clean/main-text/corrections/sale-terms.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Score of a line on a page of one kind, which was 3. */
function scoreOf(line: string, kind: string): number | undefined {
  const survey = surveyPage(parseHtml(`<p>${line}</p>`, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
  const scores = new Float32Array([3]);
  lowerSaleTerms(
    scores,
    survey,
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return scores[0];
}

test.each([
  'Free standard shipping on orders over $50.',
  'Buyers are responsible for return shipping costs.',
  'Kostenloser Versand ab 50 €',
  'Livraison offerte dès 60 €',
  'Get the item you ordered or your money back.',
  'Prices and availability may vary in the club and online.',
  'Pay in 3 interest-free instalments with Klarna.',
  'Item added to your cart',
  'Ships in 24 hours',
  'From 9.9 % APR',
  'We accept PayPal and all major credit cards.',
  'Save up to 30% on orders of two.',
  'Your bag is empty',
])('lowers the score of the term "%s" on pages of products and collections only', (line) => {
  expect(['product', 'collection', 'article', 'service'].map((kind) => scoreOf(line, kind))).toEqual([1, 1, 3, 3]);
});

test.each([
  'The pot is fired twice and returns heat to the soil at night.',
  'Keeps drinks cold for the whole delivery round.',
  'Rated by ada on 5 Apr 2024',
  'Holds eight credit cards and folded notes.',
  'It fits in your bag, and the clip holds your basket to your cart.',
  'Up to save 70% energy compared with an oven.',
  'Mix and match the legs to build the desk that suits you.',
  'The third instalment of the series begins at sea.',
  'It folds away and returns within 50 metres of where it started.',
  'A book on ships from the age of sail.',
  'A cart for garden waste with a tray for credit to the old design.',
  `A long description of the pot that mentions free standard shipping once. ${'Moss grows on it. '.repeat(40)}`,
])('keeps the score of the description "%s"', (line) => {
  expect(scoreOf(line, 'product')).toBe(3);
});
