import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

/** The product of a page with further elements. */
function productOf(html: string) {
  const page = `<link rel=canonical href="https://shop.example/products/clay-pot"><meta property=og:type content=product>
    <title>Clay pot – Pot shop</title><h1>Clay pot</h1><span class=price>€59.90</span><button>Add to cart</button>
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
