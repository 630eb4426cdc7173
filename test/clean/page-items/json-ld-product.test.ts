import { expect, test } from 'vitest';
import { jsonLdProduct } from '../../../shared/clean/page-items/product/json-ld-product.ts';

test('reads a limited number of entities if lists of references nest', () => {
  let reads = 0;
  const leaf = {
    '@id': 'price',
    name: 'x',
    get priceType() {
      reads++;
      return '';
    },
  };
  const refs = (id: string) => Array.from({ length: 25 }, () => ({ '@id': id }));
  const graph = [
    ...[1, 2].map((sku) => ({ '@type': 'Product', name: 'Pot', sku: `${sku}`, hasVariant: refs('variant') })),
    { '@id': 'variant', name: 'x', offers: refs('offers') },
    { '@id': 'offers', name: 'x', offers: refs('offer') },
    { '@id': 'offer', name: 'x', priceSpecification: refs('price') },
    leaf,
  ];
  expect(jsonLdProduct([{ text: '', root: { '@graph': graph } }], 'Pot')).toMatchObject({ title: ['Pot'], sku: ['1'] });
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(5_000);
});

test('reads the offers of a product up to the first price', () => {
  const offers = Array.from({ length: 200 }, (_, i) => ({ '@type': 'Offer', price: i + 1, availability: 'InStock' }));
  const product = (name: string) => ({ '@type': 'Product', name, offers });
  const names = Array.from({ length: 100 }, (_, i) => `Pot ${i}`);
  const item = jsonLdProduct([{ text: '', root: { '@graph': names.map(product) } }], 'Pot 99');
  expect(item).toMatchObject({ title: ['Pot 99'], price: ['1'] });
});

/** Variants of 10 and 20 euros, with URLs of their own if `hasUrls`. */
const variants = (hasUrls: boolean) =>
  [1, 2].map((n) => ({
    ...{ '@type': 'Product', name: `Pot ${n}`, sku: `P-${n}`, ...(hasUrls && { url: `/pot?variant=${n}#buy` }) },
    offers: {
      '@type': 'Offer',
      price: `${n}0.00`,
      priceCurrency: 'EUR',
      availability: n === 1 ? 'SoldOut' : 'InStock',
    },
  }));
const [first, second] = [
  { sku: ['P-1'], price: ['10.00'], availability: ['SoldOut'] },
  { sku: ['P-2'], price: ['20.00'], availability: ['InStock'] },
];

test.each([
  ['whose URL is that of the page', '/pot?variant=2', undefined, true, second],
  ['whose URL is that of the page, in spite of another price', '/pot?variant=2', '€10', true, second],
  ['whose URL has the same name and query in another folder', '/collections/pots/pot?variant=2', '€10', true, second],
  ['with the price that the page shows', '/pot', '20,00 €', true, second],
  ['with the price that the page shows, without URLs', '/pot', '€20', false, second],
  ['that comes first if the page shows another price', '/pot', '€30', true, first],
  ['that comes first if the page shows no price', '/pot', undefined, true, first],
])('reads the variant of a product %s', (_, path, price, hasUrls, expected) => {
  const root = { '@type': 'ProductGroup', name: 'Pot', hasVariant: variants(hasUrls) };
  const shown = { url: `https://shop.example${path}`, price };
  expect(jsonLdProduct([{ text: '', root }], 'Pot', shown)).toMatchObject({ title: ['Pot'], ...expected });
});

test('reads the offer that the page shows in an AggregateOffer', () => {
  const offers = {
    '@type': 'AggregateOffer',
    lowPrice: 10,
    offers: variants(true).map(({ offers, url }) => ({ ...offers, url })),
  };
  const root = { '@type': 'Product', name: 'Pot', offers };
  const shown = { url: 'https://shop.example/pot?variant=2', price: undefined };
  expect(jsonLdProduct([{ text: '', root }], 'Pot', shown)).toMatchObject({ price: ['20.00'], currency: ['EUR'] });
});

test('reads the product with the URL of the page if several have its title or none has', () => {
  const root = [1, 2].map((n) => ({
    '@type': 'Product',
    name: 'Pot',
    url: `https://shop.example/pot-${n}`,
    sku: `P-${n}`,
  }));
  const shown = { url: 'https://shop.example/pot-2', price: undefined };
  for (const title of ['Pot', 'Clay pot'])
    expect(jsonLdProduct([{ text: '', root }], title, shown)).toMatchObject({ sku: ['P-2'] });
});

test('reads the unit of a property', () => {
  const property = { '@type': 'PropertyValue', name: 'Flow', value: '3.2', unitText: 'm³/h' };
  const root = { '@type': 'Product', name: 'Pump', additionalProperty: [property, { name: 'Empty' }] };
  expect(jsonLdProduct([{ text: '', root }], 'Pump')?.['specification']).toEqual(['Flow: 3.2 m³/h']);
});
