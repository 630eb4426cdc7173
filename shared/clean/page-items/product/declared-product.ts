/** Reads what a page declares about its product outside of JSON-LD: microdata, RDFa and meta elements. */
import type { ParsedPage, ProductPropertyName, ProductScope } from '../../html/parsed-page.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { newItem, type PageItem } from '../item.ts';
import { amountOf, priceAmount } from '../prices/amounts.ts';
import { availabilityOf, gtinOf } from './product-values.ts';

/** Returns the product in microdata or RDFa; empty if there is none, or several and none with the main heading. */
export function propertyProduct({ products, headlineProduct }: ParsedPage): PageItem {
  const own = products.filter(({ properties }) => properties.length > 0);
  const product = own.find(({ container }) => container === headlineProduct) ?? (own.length === 1 ? own[0] : undefined);
  if (!product) return {};
  const currency = firstOf(product, 'currency');
  return newItem({
    brand: firstOf(product, 'brand'),
    sku: firstOf(product, 'sku') ?? firstOf(product, 'mpn'),
    gtin: gtinOf(firstOf(product, 'gtin')),
    price: priceAmount(firstOf(product, 'price'), currency),
    currency,
    availability: availabilityOf(firstOf(product, 'availability')),
    rating: firstOf(product, 'rating'),
    reviews: amountOf(firstOf(product, 'reviews')),
  });
}

const firstOf = ({ properties }: ProductScope, wanted: ProductPropertyName): string | undefined =>
  properties.find(({ name }) => name === wanted)?.value;

/** Returns the product in meta elements of Open Graph; empty if they have no price. */
export function metaProduct(metadata: Metadata): PageItem {
  const first = (...names: string[]) => names.map((name) => metadata[name]?.[0]).find((value) => value !== undefined);
  // The first price is the usual one.
  const price = first('product:sale_price:amount', 'product:price:amount', 'og:price:amount');
  if (price === undefined) return {};
  const currency = first('product:sale_price:currency', 'product:price:currency', 'og:price:currency');
  return newItem({
    ...{ price: priceAmount(price, currency), currency },
    brand: first('product:brand', 'og:brand'),
    sku: first('product:retailer_item_id', 'product:retailer_part_no', 'product:mfr_part_no'),
    gtin: gtinOf(first('product:ean', 'product:upc', 'product:isbn')),
    availability: availabilityOf(first('product:availability', 'og:availability')),
  });
}
