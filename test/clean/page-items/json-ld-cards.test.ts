import { expect, test } from 'vitest';
import { jsonLdCards } from '../../../shared/clean/page-items/cards/json-ld-cards.ts';

const resolve = (href: string) => new URL(href, 'https://shop.example').href;

/** The first card of a list of products with an offer. */
function cardWith(offers: unknown) {
  const itemListElement = [1, 2, 3].map((n) => ({
    ...{ '@type': 'ListItem', position: n },
    item: { '@type': 'Product', name: `Clay pot ${n}`, url: `/pots/${n}`, offers },
  }));
  return jsonLdCards([{ text: '', root: { '@type': 'ItemList', itemListElement } }], resolve)[0];
}

const specification = (price: number, priceType?: string) => ({
  ...{ '@type': 'UnitPriceSpecification', price, priceCurrency: 'EUR' },
  ...(priceType && { priceType }),
});

test.each([
  ['the price of an offer', { price: '1.299,00', priceCurrency: 'EUR' }, '1299.00 EUR'],
  ['the lowest price of several', [{ '@type': 'AggregateOffer', lowPrice: 59.9, priceCurrency: 'EUR' }], '59.9 EUR'],
  [
    'the price in a specification that is not crossed out',
    { priceSpecification: [specification(79.9, 'https://schema.org/ListPrice'), specification(59.9)] },
    '59.9 EUR',
  ],
])('reads %s as the price of a card', (_, offers, price) => {
  expect(cardWith(offers)).toEqual({ title: ['Clay pot 1'], link: ['https://shop.example/pots/1'], price: [price] });
});
