/** Finds the products that a page declares in microdata or RDFa (schema.org), so that properties of related products stay apart. */

import * as E from '../elements.ts';
import type { ProductPropertyName, ProductScope } from '../parsed-page.ts';
import type { Walk } from '../walk.ts';

/** Property of a product by its lower-case name in schema.org. Values of offers and ratings in a product count as its own. */
export const PRODUCT_PROPERTIES: ReadonlyMap<string, ProductPropertyName> = new Map([
  ...(['sku', 'mpn', 'price', 'availability'] as const).map((name) => [name, name] as const),
  ...(['gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14', 'isbn'] as const).map((name) => [name, 'gtin'] as const),
  ...(['brand', 'manufacturer'] as const).map((name) => [name, 'brand'] as const),
  ...(['reviewcount', 'ratingcount'] as const).map((name) => [name, 'reviews'] as const),
  ['lowprice', 'price'],
  ['pricecurrency', 'currency'],
  ['ratingvalue', 'rating'],
]);
/** Types of products as written in `itemtype` and `typeof`, in lower case. */
const PRODUCT_TYPE = /(?:^|[\s/:])(?:product(?:group|model)?|individualproduct|vehicle|car|book)(?:\s|$)/;
/** Maximum number of products of a page. */
const MAX_PRODUCTS = 20;

/** Notes a product at its start tag, before its element is pushed. @param type its types in lower case */
export function startProduct(walk: Walk, id: number, type: string): void {
  const { page, container } = walk;
  if (page.products.length >= MAX_PRODUCTS || !PRODUCT_TYPE.test(type)) return;
  const isContainer =
    ((E.ELEMENT_ROLES[id] as number) & (E.BREAK | E.CONTAINER | E.HIDDEN)) === (E.BREAK | E.CONTAINER);
  addProduct(walk, isContainer ? page.containers.parents.length : container);
}

/** Notes which product the main heading belongs to. The first one counts. */
export function noteHeadline(walk: Walk): void {
  walk.page.headlineProduct ??= innermostProduct(walk)?.container ?? 0;
}

/**
 * Returns the product that a property at the current position belongs to. Properties outside of products belong to the page, as on pages
 * whose `body` is the product, unless they are in an aside.
 */
export function productHere(walk: Walk): ProductScope | undefined {
  if ((walk.roles & (E.USER_CONTENT | E.THIRD_PARTY)) !== 0) return undefined;
  const found = innermostProduct(walk);
  const isOfPage = found === undefined || found.container === 0;
  if (isOfPage && (walk.roles & E.ASIDE) !== 0) return undefined;
  return found ?? addProduct(walk, 0);
}

function addProduct({ page, productsHere }: Walk, container: number): ProductScope {
  const product = { container, properties: [] };
  page.products.push(product);
  // The last product in a list of inline elements.
  productsHere.set(container, product);
  return product;
}

/** Climbs each container once: a product that starts later is in the innermost container, or in one that has no properties yet. */
function innermostProduct({ page: { products, containers }, productsHere, container }: Walk): ProductScope | undefined {
  if (products.length === 0) return undefined;
  let c = container;
  while (c !== 0 && !productsHere.has(c)) c = containers.parents[c] as number;
  const found = c === 0 ? undefined : productsHere.get(c);
  for (let inner = container; inner !== c; inner = containers.parents[inner] as number) productsHere.set(inner, found);
  return found ?? productsHere.get(0);
}
