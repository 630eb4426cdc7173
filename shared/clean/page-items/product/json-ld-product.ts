/** Reads the product that JSON-LD describes (schema.org). */
import type { JsonLdScript } from '../../metadata/json-ld.ts';
import { newItem, type PageItem } from '../item.ts';
import {
  type Entity,
  type EntityReader,
  entities,
  firstText,
  isEntity,
  listOf,
  markupText,
  nameOf,
  textOf,
  typesOf,
} from '../json-ld-values.ts';
import { amountOf } from '../prices/amounts.ts';
import { priceOf } from '../prices/json-ld-offer.ts';
import { chooseOffer, isPageOf, type OfferOf, type ShownOffer } from './choose-offer.ts';
import { jsonLdSpecification } from './json-ld-specification.ts';
import { availabilityOf, gtinOf, nameOfProduct } from './product-values.ts';

/** Maximum number of properties, offers and variants of a product. */
const MAX_PROPERTIES = 200;
/** Maximum number of entities that are read for all products of a page. Lists of references nest, so that their sizes multiply. */
const MAX_READ = 5_000;
const PRODUCT_TYPES = new Set([
  'Product',
  'ProductGroup',
  'ProductModel',
  'IndividualProduct',
  'Vehicle',
  'Car',
  'Book',
]);
const PRODUCT_KEYS = ['@graph', 'mainEntity', 'itemOffered'];

/**
 * Returns the product of the page's title, otherwise the first that has more than a name, with what other entities of its name or `@id` add:
 * shop, review and SEO plug-ins write one each. Its properties are lines `name: value` of `specification`. Of several offers or variants, the
 * values are those of the one that the page shows.
 *
 * @param shown what the page shows; undefined: the first offer with a price counts
 */
export function jsonLdProduct(
  scripts: readonly JsonLdScript[],
  title: string | null,
  shown?: ShownOffer,
): PageItem | undefined {
  const read = newEntityReader(scripts);
  const products = [...entities(scripts, PRODUCT_KEYS)].filter((entity) =>
    typesOf(entity).some((type) => PRODUCT_TYPES.has(type)),
  );
  const found = products
    .map((entity) => ({ entity, item: productOf(entity, title, read) }))
    .filter(({ item }) => isFull(item));
  const titled = found.filter(({ item }) => item['title']?.[0] === title);
  const candidates = titled.length > 0 ? titled : found;
  const first = candidates.find(({ entity }) => shown && isPageOf(entity, shown)) ?? candidates[0];
  if (!first) return undefined;
  const own = shown ? productOf(first.entity, title, newEntityReader(scripts), shown) : first.item;
  const same = products.filter((entity) => entity !== first.entity && isSameEntity(first.entity, entity));
  return Object.assign({}, ...same.reverse().map((entity) => productOf(entity, title, read)), own);
}

const isFull = (item: PageItem): boolean => Object.keys(item).some((field) => field !== 'title');

const isSameEntity = (a: Entity, b: Entity): boolean =>
  ['name', '@id'].some((key) => textOf(a[key]) !== '' && textOf(a[key]) === textOf(b[key]));

/** The reader yields no entity after `MAX_READ`. */
function newEntityReader(scripts: readonly JsonLdScript[]): EntityReader {
  let byId: Map<unknown, Entity> | undefined;
  const resolve = (entity: Entity): Entity => {
    if (Object.keys(entity).length > 1 || typeof entity['@id'] !== 'string') return entity;
    byId ??= new Map([...entities(scripts, ['@graph'])].map((one) => [one['@id'], one]));
    return byId.get(entity['@id']) ?? entity;
  };
  let left = MAX_READ;
  return function* (value) {
    if (left <= 0) return;
    for (const one of listOf(value).slice(0, MAX_PROPERTIES)) if (isEntity(one) && left-- > 0) yield resolve(one);
  };
}

function productOf(entity: Entity, title: string | null, read: EntityReader, shown?: ShownOffer): PageItem {
  const variants = [...read(entity['hasVariant'])];
  const offers = () => offersOf([entity, ...variants], read);
  const [first] = offers();
  const { offer = {}, product } = chooseOffer(offers(), read, shown) ?? {};
  const ofOffer = product === undefined || product === entity ? [offer] : [product, offer];
  const number = (keys: readonly string[]) => firstText([entity, ...ofOffer, first?.offer ?? {}, ...variants], keys);
  const [rating = {}] = read(entity['aggregateRating']);
  const stocked = textOf(offer['availability']) === '' ? find(offers(), hasAvailability)?.offer : offer;
  const maker = entity['brand'] ?? entity['manufacturer'];
  const brand = nameOf([...read(maker)][0] ?? maker);
  const item = newItem({
    title: nameOfProduct(textOf(entity['name']).replace(TAG, ''), brand, title),
    brand,
    sku: number(['sku', 'mpn']),
    gtin: gtinOf(number(GTIN_KEYS)),
    ...priceOf(offer, read),
    availability: availabilityOf(textOf(stocked?.['availability'])),
    rating: textOf(rating['ratingValue']),
    reviews: amountOf(firstText([rating], ['reviewCount', 'ratingCount'])),
    text: markupText(entity['description']),
  });
  const lines = jsonLdSpecification(entity, read);
  if (lines.length > 0) item['specification'] = lines;
  return item;
}

/** Tags that shops leave in names. */
const TAG = /<\/?(?:wbr|br|b|i|em|strong|span|su[bp])\b[^<>]*>/gi;

const hasAvailability = ({ offer }: OfferOf): boolean => textOf(offer['availability']) !== '';

/** Returns the first of the values that fits, and reads no more. */
function find<T>(values: Iterable<T>, fits: (value: T) => boolean): T | undefined {
  for (const value of values) if (fits(value)) return value;
  return undefined;
}

/** Yields the offers of products, those in an `AggregateOffer` after it. */
function* offersOf(products: readonly Entity[], read: EntityReader): Generator<OfferOf> {
  for (const product of products)
    for (const offer of read(product['offers'])) {
      yield { offer, product };
      for (const one of read(offer['offers'])) yield { offer: one, product };
    }
}

const GTIN_KEYS = ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'isbn'];
