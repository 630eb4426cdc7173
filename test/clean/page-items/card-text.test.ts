import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { cardText } from '../../../shared/clean/page-items/cards/card-text.ts';

const INTRODUCTION = 'Hand-made pots for bog plants, each of them fired twice in our kiln.';
const LONG = 'Every pot is glazed by hand, so that it keeps water away from the roots of bog plants. '.repeat(4).trim();

/** Lines of the main text of a page of six cards of which some lines were chosen. */
function textOf(above: readonly string[], chosen: readonly string[], removed: readonly string[] = []): string[] {
  const cards = [1, 2, 3, 4, 5, 6].map((n) => `<li><h3>Clay pot number ${n}</h3><p>$${n}9.00</p></li>`).join('');
  const html = `<h1>Clay pots</h1>${above.map((line) => `<p>${line}</p>`).join('')}<ul>${cards}</ul><p>${LONG}</p>`;
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const find = (texts: readonly string[]) => page.blocks.filter(({ text }) => texts.includes(text));
  const blocks = new Set(page.blocks.filter(({ text }) => /^(?:Clay pot number|\$)/.test(text)));
  const text = cardText({ page, chosen: find(chosen), removed: new Set(find(removed)) }, { items: [], blocks });
  return (text ?? find(chosen)).map((block) => block.text);
}

const CARDS = [1, 2, 3, 4, 5, 6].flatMap((n) => [`Clay pot number ${n}`, `$${n}9.00`]);

test('adds all cards if some of their lines are chosen', () => {
  expect(textOf([], ['Clay pot number 2', LONG])).toEqual([...CARDS, LONG]);
});

test('adds no cards to a long description, but to a sentence', () => {
  expect(textOf([], [LONG])).toEqual([LONG]);
  expect(textOf([INTRODUCTION], [INTRODUCTION])).toEqual([INTRODUCTION, ...CARDS]);
});

test('adds the sentences between the headline and the first card', () => {
  expect(textOf([INTRODUCTION], ['Clay pot number 2'])).toEqual([INTRODUCTION, ...CARDS]);
});

test.each([
  ['labels', 'Sort by: price, from the lowest to the highest, or by the date of arrival'],
  ['links', `<a href="/pots">${INTRODUCTION}</a>`],
  ['terms of the shop', 'Free standard shipping on all orders over $50, and easy returns within 30 days.'],
])('adds no %s before the first card', (_, line) => {
  expect(textOf([line], ['Clay pot number 2'])).toEqual(CARDS);
});

test('adds nothing that the site repeats', () => {
  expect(textOf([INTRODUCTION], ['Clay pot number 2'], [INTRODUCTION, '$49.00'])).toEqual(
    CARDS.filter((text) => text !== '$49.00'),
  );
});

test('adds no menu of links that stands above a short text, but links below it or above a label', () => {
  const names = ['Peat', 'Moss', 'Alder', 'Birch', 'Sundew', 'Cranberry'];
  const menu = `<ul>${names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul>`;
  const textOfPage = (html: string, chosen: string) => {
    const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
    const blocks = new Set(page.blocks.filter(({ text }) => names.includes(text)));
    const of = page.blocks.filter(({ text }) => text === chosen);
    return (cardText({ page, chosen: of }, { items: [], blocks }) ?? of).map((block) => block.text);
  };
  expect(textOfPage(`${menu}<p>${INTRODUCTION}</p>`, INTRODUCTION)).toEqual([INTRODUCTION]);
  expect(textOfPage(`<p>${INTRODUCTION}</p>${menu}`, INTRODUCTION)).toEqual([INTRODUCTION, ...names]);
  expect(textOfPage(`${menu}<p>All plants</p>`, 'All plants')).toEqual([...names, 'All plants']);
});
