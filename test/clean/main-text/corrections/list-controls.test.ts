import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { blockWords } from '../../../../shared/clean/main-text/block-scores.ts';
import { lowerListControls } from '../../../../shared/clean/main-text/corrections/list-controls.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Texts of the blocks whose scores are lowered on a page of a kind. */
function lowered(html: string, kind = 'collection'): string[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array(page.blocks.length);
  const kinds = Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0));
  lowerListControls(scores, { page }, blockWords(page), kinds);
  return page.blocks.filter((_, i) => (scores[i] as number) < 0).map(({ text }) => text);
}

const CARDS = Array.from(
  { length: 6 },
  (_, i) => `<div><h3><a href="/${i}">Clay pot number ${i}</a></h3><p>Thrown on the wheel and fired twice.</p></div>`,
).join('');

test('lowers options with the number of their results, and the names of their groups', () => {
  const html = `<h4>Colour</h4><ul><li>Black (12)</li><li>Light green (4)</li></ul><h4>Size</h4><div>S (1)<span> M (2)</span></div>${CARDS}`;
  expect(lowered(html)).toEqual(['Colour', 'Black (12)', 'Light green (4)', 'Size', 'S (1) M (2)']);
  expect(lowered(html, 'article')).toEqual([]);
});

test('keeps the lines of an index, titles with years, and a single title with a number', () => {
  expect(lowered('<h2>Arts</h2><ul><li>Painting (12)</li><li>Music (40)</li></ul>', 'listing')).toEqual([]);
  expect(lowered(`<h4>Films</h4><ul><li>Jaws (1975)</li><li>Alien (1979)</li></ul>${CARDS}`)).toEqual([]);
  expect(lowered(`${CARDS}<h3>Set of cups (6)</h3>`)).toEqual([]);
});

test.each([
  ['Sort by', 'Best selling', 'Price, low to high', 'Newest first'],
  ['Sortieren nach:', 'Beliebtheit', 'Preis aufsteigend', 'Neueste zuerst'],
  ['Trier par', 'Pertinence', 'Prix croissant', 'Prix décroissant'],
  ['Ordenar por', 'Relevancia', 'Precio: de menor a mayor', 'Más recientes'],
  ['Ordina per', 'Rilevanza', 'Prezzo crescente', 'Più recenti'],
  ['Sorteren op', 'Populariteit', 'Prijs oplopend', 'Nieuwste eerst'],
])('lowers the orders below "%s"', (...labels) => {
  const [label, ...orders] = labels.map((text) => `<div>${text}</div>`);
  expect(lowered(`<div>${label}${orders.join('')}</div>${CARDS}`)).toEqual(labels);
  expect(lowered(`<div>${orders.join('')}</div>${CARDS}`)).toEqual(labels.slice(1));
});

test('keeps a title that is also the name of an order', () => {
  expect(lowered(`<h2>Featured</h2>${CARDS}<h2>Best sellers</h2>${CARDS}`)).toEqual([]);
});

test('lowers a filter with its options', () => {
  const filter = '<div><h2>Filters</h2><div>Brand</div><ul><li>Ashdown</li><li>Fenwick</li></ul></div>';
  expect(lowered(filter + CARDS)).toEqual(['Filters', 'Brand', 'Ashdown', 'Fenwick']);
});

test('keeps filters that are products', () => {
  const filters =
    '<div><h2>Filters</h2><p>Each of our filters keeps the water of a pond clear for a whole summer.</p></div>';
  expect(lowered(filters + CARDS)).toEqual([]);
  const list = '<div><h2>Filters</h2><ul><li>Sponge</li><li>Carbon</li><li>Sand</li></ul></div>';
  expect(lowered(`<title>Pond filters</title>${list}${CARDS}`)).toEqual([]);
});

test.each(['Subscribe to our newsletter', 'Newsletter abonnieren', 'Inscrivez-vous à la newsletter'])(
  'lowers the notice below "%s"',
  (heading) => {
    const notice = `<section><h2>${heading}</h2><p>New pots each month.</p></section>`;
    expect(lowered(CARDS + notice, 'listing')).toEqual([heading, 'New pots each month.']);
    expect(lowered(`<title>${heading}</title>${CARDS}${notice}`, 'listing')).toEqual([]);
  },
);

test('lowers the cards that the reader has seen', () => {
  const html = `${CARDS}<section><h2>Recently viewed</h2><p><a href="/x">Glass bowl</a></p></section>`;
  expect(lowered(html)).toEqual(['Recently viewed', 'Glass bowl']);
});

test('lowers the labels of check boxes and the name of their group', () => {
  const box = (text: string) => `<div><input type="checkbox" id=a><label for=a>${text}</label></div>`;
  const html = `<div><h3>Brand</h3>${box('Ashdown')}${box('Fenwick')}</div>${CARDS}`;
  expect(lowered(html)).toEqual(['Brand', 'Ashdown', 'Fenwick']);
});

test('keeps a linked title behind a check box, and a page that consists of choices', () => {
  const rows = ['Reed', 'Moss'].map((text) => `<p><input type=checkbox><a href="/${text}">${text}</a></p>`).join('');
  expect(lowered(rows + CARDS)).toEqual([]);
  const choices = ['Databases', 'Networks', 'Graphics', 'Security']
    .map((text) => `<p><input type=checkbox> ${text}</p>`)
    .join('');
  expect(lowered(`<h1>Areas</h1>${choices}`, 'listing')).toEqual([]);
});

test('lowers the text around a field for a mail address, but no card before it', () => {
  const field = '<form><input type="email" placeholder="you@example.org"><button>Join</button></form>';
  const notice = `<section><div><h2>Stay in the loop</h2><p>We write twice a month.</p>${field}</div></section>`;
  expect(lowered(`<div>${CARDS}</div>${notice}`, 'listing')).toEqual(['Stay in the loop', 'We write twice a month.']);
  expect(lowered(`<div>${CARDS}</div><section>${field}</section>`, 'listing')).toEqual([]);
  expect(lowered(`<div>${CARDS}</div>${notice}`, 'article')).toEqual([]);
});
