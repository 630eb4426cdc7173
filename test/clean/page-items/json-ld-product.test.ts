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
