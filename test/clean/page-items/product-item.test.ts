import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { readProduct } from '../../../shared/clean/page-items/product/product-item.ts';
import type { Url } from '../../../shared/url/url.ts';

const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

/** The product of a page with further elements. */
function productOf(html: string) {
  const page = `<link rel=canonical href="https://shop.example/products/clay-pot"><meta property=og:type content=product>
    <title>Clay pot – Pot shop</title>${html.includes('<h1>') ? '' : '<h1>Clay pot</h1>'}<span class=price>€59.90</span><button>Add to cart</button>
    <div class=product-description><p>The pot is fired twice and glazed by hand, so that it keeps water away from roots.</p></div>
    <dl><dt>Material:<dd>Clay<dt>Origin<dd>Wales</dl>${html}`;
  const { genre, items } = cleanHtml('https://shop.example/products/clay-pot' as Url, page, DEFAULT_CLEAN_OPTIONS);
  expect(genre).toBe('product');
  return items?.[0];
}

const rating = { '@type': 'AggregateRating', ratingValue: '4.8' };
const offers = { '@type': 'Offer', price: '59.90', priceCurrency: 'EUR' };

test.each([
  ['name', { name: 'Clay pot' }],
  ['@id', { '@id': '#pot' }],
])('merges the entities of one %s in JSON-LD', (_, same) => {
  const product = { '@type': 'Product', '@id': '#pot', name: 'Clay pot', sku: 'P-5', offers };
  const other = { '@type': 'Product', name: 'Bowl', brand: 'Mill' };
  const html = [{ '@type': 'Product', ...same, aggregateRating: rating }, other, product].map(script).join('');
  const item = productOf(html);
  expect(item).toMatchObject({ rating: ['4.8'], price: ['59.90'], currency: ['EUR'], sku: ['P-5'] });
  expect(item).not.toHaveProperty('brand');
});

test.each([
  ['sku', { sku: 'P-5', mpn: 'M-5', gtin: '4260123456789' }, { sku: ['P-5'], gtin: ['4260123456789'] }],
  ['mpn if there is no sku', { mpn: 'M-5', gtin13: '4260123456789' }, { sku: ['M-5'], gtin: ['4260123456789'] }],
])('reads gtin and %s of a variant', (_, variant, expected) => {
  const group = { '@type': 'ProductGroup', name: 'Clay pot', hasVariant: [{ '@type': 'Product', ...variant, offers }] };
  expect(productOf(script(group))).toMatchObject({ ...expected, price: ['59.90'] });
});

const MICRODATA = {
  ...{ brand: ['Mill & Sons'], sku: ['P-5'], gtin: ['4260123456789'], price: ['59.90'], currency: ['EUR'] },
  ...{ availability: ['InStock'], rating: ['4.5'], reviews: ['12'] },
};
/** A product in microdata, whose offer and rating are items of their own. */
const product = (attributes: string, heading = '') =>
  `<div ${attributes}>${heading}<div itemprop=brand itemscope itemtype="https://schema.org/Brand"><meta itemprop=name content="Mill &amp; Sons"></div>
   <span itemprop=sku>P-5</span><meta itemprop=gtin13 content=4260123456789>
   <div itemprop=offers itemscope itemtype="https://schema.org/Offer" style="display: none"><data itemprop=price value=59.90>59,90 €</data>
   <meta itemprop=priceCurrency content=EUR><link itemprop=availability href="https://schema.org/InStock"></div>
   <div itemprop=aggregateRating itemscope itemtype="https://schema.org/AggregateRating"><b>Rated</b> <span itemprop=ratingValue>4.5</span>
   <span itemprop=reviewCount>(12)</span></div></div>`;
const ITEM = 'itemscope itemtype="https://schema.org/Product"';
const related = `<ul>${[1, 2].map((n) => `<li><div ${ITEM}><a href=/p/${n} itemprop=name>Bowl ${n}</a> <span itemprop=price>${n}.00</span><meta itemprop=sku content=B-${n}></div>`).join('')}</ul>`;

test.each([
  ['a product', product(ITEM)],
  ['a product that has the main heading, beside others', related + product(ITEM, '<h1>Clay pot</h1>')],
  ['a page whose body is the product, beside others', product('') + related],
])('reads the properties of %s in microdata', (_, html) => {
  expect(productOf(html)).toMatchObject(MICRODATA);
});

test('reads no properties of related products only', () => {
  expect(productOf(`<div>${related}</div>`)).toEqual({
    ...{ title: ['Clay pot'], price: ['€59.90'], specification: ['Material: Clay', 'Origin: Wales'] },
  });
});

test('reads the properties of a product in RDFa, and without a currency the price as shown', () => {
  const html = `<div vocab="https://schema.org/" typeof=Product><span property=sku>P-5</span> <span property="schema:price">$59.90</span>
    <div property=brand typeof=Brand><span property=name>Mill</span></div><meta property=ratingValue content=4.5></div>`;
  expect(productOf(html)).toMatchObject({ sku: ['P-5'], price: ['$59.90'], brand: ['Mill'], rating: ['4.5'] });
});

test('reads sale price, number and availability from meta elements', () => {
  const metas = {
    ...{ 'product:price:amount': '79.90', 'product:price:currency': 'EUR', 'product:sale_price:amount': '59.90' },
    ...{ 'product:availability': 'in stock', 'product:retailer_item_id': 'P-5', 'product:brand': 'Mill' },
  };
  const html = Object.entries(metas).map(([name, value]) => `<meta property="${name}" content="${value}">`);
  const expected = { price: ['59.90'], currency: ['EUR'], availability: ['InStock'], sku: ['P-5'], brand: ['Mill'] };
  expect(productOf(html.join(''))).toMatchObject(expected);
});

test('adds what JSON-LD lacks from microdata', () => {
  const declared = { '@type': 'Product', name: 'Clay pot', offers: { '@type': 'Offer', price: '49.90' } };
  expect(productOf(script(declared) + product(ITEM))).toMatchObject({ ...MICRODATA, price: ['49.90'] });
});

const offer = (price: string) => ({ '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'InStock' });
test.each([
  [
    'the lowest price of an AggregateOffer',
    { '@type': 'AggregateOffer', lowPrice: 59.9, priceCurrency: 'EUR' },
    '59.9',
  ],
  ['the first offer in an AggregateOffer', { '@type': 'AggregateOffer', offers: [offer('59.90')] }, '59.90'],
  ['the first offer with a price', [{ '@type': 'Offer' }, offer('59.90'), offer('69.90')], '59.90'],
  [
    'the price that is not crossed out in a priceSpecification',
    {
      priceSpecification: [
        { priceType: 'https://schema.org/ListPrice', price: '79.90', priceCurrency: 'EUR' },
        { '@type': 'UnitPriceSpecification', price: '59.90', priceCurrency: 'EUR' },
      ],
    },
    '59.90',
  ],
])('reads %s in JSON-LD', (_, offers, price) => {
  const item = productOf(script([{ '@type': ['Thing', 'Product'], name: 'Clay pot', offers }]));
  expect(item).toMatchObject({ price: [price], currency: ['EUR'] });
});

test('follows references between the entities of a graph, and prefers the product of the title', () => {
  const graph = [
    { '@type': 'Product', name: 'Bowl', sku: 'B-1' },
    {
      ...{ '@type': 'Product', name: 'Clay pot', brand: { '@id': '#mill' }, offers: { '@id': '#offer' }, gtin: 'n/a' },
      aggregateRating: { '@id': '#rating' },
    },
    { '@id': '#mill', '@type': 'Brand', name: 'Mill &amp; Sons' },
    { '@id': '#offer', ...offer('59.90') },
    { '@id': '#rating', ratingValue: 4.5, reviewCount: 12 },
  ];
  const item = productOf(script({ '@graph': graph }));
  const { sku: _, gtin: __, ...expected } = MICRODATA;
  expect(item).toMatchObject({ title: ['Clay pot'], ...expected });
  expect(item).not.toHaveProperty('sku');
  expect(item).not.toHaveProperty('gtin');
});

test.each([
  [
    'JSON-LD',
    (price: string) => script({ '@type': 'Product', name: 'Clay pot', offers: { price, priceCurrency: 'EUR' } }),
  ],
  [
    'meta elements',
    (price: string) =>
      `<meta property="og:price:amount" content="${price}"><meta property="og:price:currency" content=EUR>`,
  ],
  [
    'microdata',
    (price: string) =>
      `<div ${ITEM}><meta itemprop=price content="${price}"><meta itemprop=priceCurrency content=EUR></div>`,
  ],
])('writes prices in %s as decimal numbers', (_, html) => {
  const prices = [
    '1.299,00',
    '1,299.00',
    '1 299',
    '1,299',
    '1.299.000',
    '59,90',
    '59.90',
    '0,00',
    '€ 59,90',
    '1.299',
    '0,999',
  ];
  expect(prices.map((price) => productOf(html(price))?.['price']?.[0])).toEqual([
    ...['1299.00', '1299.00', '1299', '1299', '1299000', '59.90', '59.90', '0.00', '59.90', '1.299', '0.999'],
  ]);
});

test('keeps a number of reviews in thousands as it is', () => {
  const rating = { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: '1.2K' };
  const html = script({ '@type': 'Product', name: 'Clay pot', aggregateRating: rating });
  expect(productOf(html)).toMatchObject({ reviews: ['1.2K'] });
});

test('keeps the sign of a price without a currency', () => {
  const html = script({ '@type': 'Product', name: 'Clay pot', offers: { price: '1.299,00 €' } });
  expect(productOf(html)).toMatchObject({ price: ['1.299,00 €'] });
});

test.each([
  ['a name without the shop after it', { name: 'Clay Pot — Mill', brand: 'Mill' }, 'Clay Pot'],
  ['a name with a variant after it', { name: 'Clay Pot — red', brand: 'Mill' }, 'Clay Pot — red'],
  ['a name without tags', { name: 'Flower<wbr/>pot <b>red</b>' }, 'Flowerpot red'],
])('reads %s', (_, product, expected) => {
  expect(productOf(script({ '@type': 'Product', sku: 'P-5', ...product }))).toMatchObject({ title: [expected] });
});

test('reads what JSON-LD tells of the product itself as specification', () => {
  const product = {
    ...{ '@type': 'Product', name: 'Clay pot', color: ['red', 'grey'], material: 'Terracotta', size: [] },
    weight: { '@type': 'QuantitativeValue', value: '1.200000', unitCode: 'KGM' },
    model: { '@type': 'ProductModel', name: 'P5' },
  };
  expect(productOf(script(product))?.['specification']).toEqual([
    ...['Model: P5', 'Color: red, grey', 'Material: Terracotta', 'Weight: 1.2 kg', 'Material: Clay', 'Origin: Wales'],
  ]);
});

const rows = (...lines: [string, string][]) =>
  `<table>${lines.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>`;

test.each([
  [
    'options in a form',
    `<form class=cart>${rows(['Colour', '<a href="#">Clear</a>'], ['Size', 'Choose'])}<dl><dt>Subtotal<dd>$0.00</dl></form>`,
  ],
  ['a row of headers', `<table><tr><th>Name<th>Value<tr><td>Material<td>Clay<tr><td>Origin<td>Wales</table>`],
  ['questions', '<dl><dt>Does it leak?<dd>No, it is glazed.</dl>'],
  ['values that are not known', rows(['Weight', 'N/A'], ['Height', '–'])],
])('has no %s in the specification', (_, html) => {
  expect(productOf(html)?.['specification']).toEqual(['Material: Clay', 'Origin: Wales']);
});

test('reads the specification of a page that is a form as a whole', () => {
  const html = `<form id=aspnetForm><h1>Clay pot</h1>${rows(['Height', '20 cm'], ['Weight', '1.2 kg'])}</form>`;
  expect(productOf(html)?.['specification']).toContain('Height: 20 cm');
});

/** The price of a page whose product is not declared, by what follows the main heading. */
function priceAfterHeading(after: string, heading: string): string | undefined {
  const html = `<h1>${heading}</h1>${after}<p>Fired twice and glazed by hand.</p>`;
  const page = parseHtml(html, { xhtml: false, maxLinks: 10 });
  return readProduct(page, 'Clay pot', {}, [], 'https://shop.example/')[0]?.['price']?.[0];
}

test.each([
  ['a price', '<p>€59.90</p>', '€59.90'],
  ['a price with a label', '<p>ab 59,90&nbsp;€*</p>', '59,90 €'],
  ['a price with its currency', '<p><span>Regular price</span> $59.90 USD</p>', '$59.90'],
  ['a sale price', '<p><s>$79.90</s> $59.90</p>', '$59.90'],
  [
    'a sale price with labels for screen readers',
    '<p><del>€79.90</del> <span>Original price was: €79.90.</span> <ins>€59.90</ins> <span>Current price is: €59.90.</span></p>',
    '€59.90',
  ],
  ['no sale of something else', '<p>Shipping abroad this week <s>$9.99</s> $4.99</p><p>$59.90</p>', '$59.90'],
  ['no limit', '<p>Free shipping over $100</p>', undefined],
  ['no rate', '<p>$29/month</p>', undefined],
  ['no price in a box beside the text', '<aside><p>$5.00</p></aside><p>$59.90</p>', '$59.90'],
  ['no instalment', '<p>4 x $14.98</p><p>$59.90</p>', '$59.90'],
  ['no unit price', '<p>2,50 € pro 100 g</p><p>59,90 €</p>', '59,90 €'],
  ['a price with the rate of a tax', '<p>59,90 € inkl. 19% MwSt</p>', '59,90 €'],
  ['no price far below', `${'<p>Text</p>'.repeat(20)}<p>$59.90</p>`, undefined],
  ['a price after the main heading of the title', '<p>$5.00</p><h1>Clay pot</h1><p>$59.90</p>', '$59.90', 'Moss shop'],
])('reads %s near the main heading if no price is declared', (_, html, expected, heading = 'Clay pot') => {
  expect(priceAfterHeading(html, heading)).toBe(expected);
});
