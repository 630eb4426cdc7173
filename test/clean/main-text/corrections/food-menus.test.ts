import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { raiseFoodMenus } from '../../../../shared/clean/main-text/corrections/food-menus.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';

/** Texts of the blocks whose scores are raised. */
function raised(html: string): string[] {
  const survey = surveyPage(parseHtml(html, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
  const scores = new Float32Array(survey.page.blocks.length);
  raiseFoodMenus(scores, survey);
  return survey.page.blocks.filter((_, i) => (scores[i] as number) > 0).map(({ text }) => text);
}

const dish = (title: string, price: string) =>
  `<div class="menu-item"><div class="menu-item-title">${title}</div><div class="menu-item-description">with dill</div><span class="price">${price}</span></div>`;

test('raises dishes and their prices', () => {
  const dishes = ['£6', '12.50', '€ 9', '14'].map((price) => dish('Trout', price)).join('');
  expect(raised(`<p>Open daily</p>${dishes}<p>Booking</p>`)).toEqual(
    ['£6', '12.50', '€ 9', '14'].flatMap((price) => ['Trout', 'with dill', price]),
  );
});

test('leaves menus of a site without prices, and links', () => {
  const entry = '<li class="menu-item"><a href=a><span class="menu-item-title">Services</span></a><p>4</p></li>';
  expect(raised(`<ul>${entry.repeat(6)}</ul>`)).toEqual([]);
  expect(raised(['a', 'b', 'c', 'd', 'e'].map((price) => dish('Services', price)).join(''))).toEqual([]);
  expect(raised(['1', '2', '3'].map((price) => dish('Trout', price)).join(''))).toEqual([]);
});

test('raises the headings directly before dishes', () => {
  const dishes = ['£6', '12.50', '€ 9', '14'].map((price) => dish('Trout', price)).join('');
  expect(raised(`<h1>Menu</h1><h2>Fish</h2>${dishes}<h2>Booking</h2>`)[0]).toBe('Fish');
  expect(raised(`<h2><a href="/fish">Fish</a></h2>${dishes}<h2>Booking</h2>`)[0]).toBe('Trout');
});
