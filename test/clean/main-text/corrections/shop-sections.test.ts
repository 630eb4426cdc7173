import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerShopSections } from '../../../../shared/clean/main-text/corrections/shop-sections.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Scores of the blocks of a page of one kind, which were 3. */
function scoresOf(html: string, kind: string): number[] {
  const survey = surveyPage(parseHtml(html, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
  const scores = new Float32Array(survey.page.blocks.length).fill(3);
  lowerShopSections(
    scores,
    survey,
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return [...scores];
}

const section = (heading: string) =>
  `<h1>Pot</h1><p>a</p><h2>${heading}</h2><p>b</p><h3><a href=/great>Great!</a></h3><p>c</p><h2>Care</h2><p>d</p>`;

test.each([
  'Reviews',
  '12 Customer Reviews',
  'Ratings & Reviews (4.8)',
  'Kundenbewertungen',
  'You may also like',
  'Customers who bought this item also bought',
  'Ähnliche Produkte',
  'Shipping and return policies',
  'Livraison et retours',
])('lowers the scores from "%s" to the next heading of its rank on pages of products', (heading) => {
  expect(scoresOf(section(heading), 'product')).toEqual([3, 3, 1, 1, 1, 1, 3, 3]);
  expect(scoresOf(section(heading), 'collection')).toEqual(Array(8).fill(3));
});

test.each([
  'Description',
  'What reviewers measured in the field',
  'Reviewed by our potters',
  'Power Delivery',
  'Smart Return to Home',
  'Delivery of active ingredients',
  'Guarantee of germination',
  'Ratings: IP54',
  'Feedback of the motor',
])('keeps the scores below "%s"', (heading) => {
  expect(scoresOf(section(heading), 'product')).toEqual(Array(8).fill(3));
});

test('a section ends at a heading of a higher rank, and another one may follow', () => {
  const html =
    '<h3>Reviews</h3><p>a</p><h2>Material</h2><p>b</p><h2>Shipping</h2><p>c</p><h2>Related products</h2><p><a href=/d>d</a></p>';
  expect(scoresOf(html, 'product')).toEqual([1, 1, 3, 3, 1, 1, 1, 1]);
});

test('a section of a menu ends at the headline, which opens none', () => {
  const html = '<h4>Bestsellers</h4><p><a href=/a>a</a></p><h1>Delivery bag</h1><p>b</p><h4>Material</h4><p>c</p>';
  expect(scoresOf(html, 'product')).toEqual([1, 1, 3, 3, 3, 3]);
});

test.each(['Pairs well with', 'Recommended for dry skin', 'Trending in pottery', 'More by weight'])(
  'keeps a section "%s" without a link',
  (heading) => {
    expect(scoresOf(`<h1>Pot</h1><h2>${heading}</h2><p>a</p>`, 'product')).toEqual([3, 3, 3]);
  },
);
