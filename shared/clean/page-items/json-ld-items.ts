/** Reads posts and products that JSON-LD describes (schema.org). */
import { foldWhitespace } from '../../text/whitespace.ts';
import { parseHtml } from '../html/parse-html.ts';
import { joinBlocks } from '../main-text/join-blocks.ts';
import type { JsonLdScript } from '../metadata/json-ld.ts';
import { normalizeDate } from '../metadata/normalize-date.ts';
import { MAX_ITEM_TEXT, MAX_ITEMS, newItem, type PageItem } from './item.ts';

type Entity = Record<string, unknown>;

/** Maximum number of entities that are searched. */
const MAX_VISITED = 2_000;
/** Maximum number of properties of a product. */
const MAX_PROPERTIES = 200;
const POST_TYPES = new Set(['DiscussionForumPosting', 'Question', 'Answer', 'Comment']);
const PRODUCT_TYPES = new Set([
  'Product',
  'ProductGroup',
  'ProductModel',
  'IndividualProduct',
  'Vehicle',
  'Car',
  'Book',
]);
/** Properties that lead to posts: those of a page, a question and a post. */
const POST_KEYS = ['@graph', 'mainEntity', 'acceptedAnswer', 'suggestedAnswer', 'comment'];
const PRODUCT_KEYS = ['@graph', 'mainEntity', 'itemOffered'];

/** Returns posts, questions and answers in their order. Questions of an FAQ are none. */
export function jsonLdPosts(scripts: readonly JsonLdScript[]): PageItem[] {
  const posts: PageItem[] = [];
  for (const entity of entities(scripts, POST_KEYS)) {
    if (posts.length >= MAX_ITEMS || typeOf(entity) === 'FAQPage') break;
    if (!POST_TYPES.has(typeOf(entity))) continue;
    const text = markupText(entity['text'] ?? entity['articleBody']);
    const date = normalizeDate(textOf(entity['datePublished'] ?? entity['dateCreated'])) ?? undefined;
    const author = nameOf(entity['author'] ?? entity['creator']);
    if (text !== '' && (author !== '' || date !== undefined)) posts.push(newItem({ author, date, text }));
  }
  return posts;
}

/**
 * Returns the first product that has more than a name, with what other entities of its name or `@id` add: shop, review and SEO plug-ins
 * write one each. Its properties are lines `name: value` of `specification`.
 */
export function jsonLdProduct(scripts: readonly JsonLdScript[]): PageItem | undefined {
  let first: { entity: Entity; item: PageItem } | undefined;
  for (const entity of entities(scripts, PRODUCT_KEYS)) {
    if (!PRODUCT_TYPES.has(typeOf(entity)) || (first && !isSameEntity(first.entity, entity))) continue;
    const item = productOf(entity);
    if (first) first.item = { ...item, ...first.item };
    else if (Object.keys(item).some((field) => field !== 'title')) first = { entity, item };
  }
  return first?.item;
}

const isSameEntity = (a: Entity, b: Entity): boolean =>
  ['name', '@id'].some((key) => textOf(a[key]) !== '' && textOf(a[key]) === textOf(b[key]));

function productOf(entity: Entity): PageItem {
  const variant = listOf(entity['hasVariant']).find(isEntity) ?? {};
  const offer = listOf(entity['offers'] ?? variant['offers']).find(isEntity) ?? {};
  const pricing = listOf(offer['priceSpecification']).find(isEntity) ?? {};
  const number = (keys: readonly string[]) => firstText([entity, variant, offer], keys);
  const item = newItem({
    title: textOf(entity['name']),
    brand: nameOf(entity['brand'] ?? entity['manufacturer']),
    sku: number(['sku', 'mpn']),
    gtin: number(GTIN_KEYS),
    price: firstText([offer, pricing], ['price', 'lowPrice']),
    currency: firstText([offer, pricing], ['priceCurrency']),
    availability: textOf(offer['availability'] ?? '').replace(/^https?:\/\/schema\.org\//i, ''),
    rating: textOf(listOf(entity['aggregateRating']).find(isEntity)?.['ratingValue']),
    text: markupText(entity['description']),
  });
  const properties = listOf(entity['additionalProperty']).slice(0, MAX_PROPERTIES).filter(isEntity);
  const lines = properties.flatMap(({ name, value }) => {
    const [label, content] = [textOf(name), textOf(value)];
    return label === '' || content === '' ? [] : [`${label}: ${content}`];
  });
  if (lines.length > 0) item['specification'] = lines;
  return item;
}

const GTIN_KEYS = ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'isbn'];

/** Returns the first text of the first key that any of the entities has, or ''. */
function firstText(of: readonly Entity[], keys: readonly string[]): string {
  for (const key of keys)
    for (const entity of of) {
      const text = textOf(entity[key]);
      if (text !== '') return text;
    }
  return '';
}

/** Yields entities depth-first, so that comments follow their post. */
function* entities(scripts: readonly JsonLdScript[], keys: readonly string[]): Generator<Entity> {
  const stack: unknown[] = scripts.map(({ root }) => root).reverse();
  for (let visited = 0; stack.length > 0 && visited < MAX_VISITED; visited++) {
    const one = stack.pop();
    if (Array.isArray(one)) stack.push(...one.slice(0, MAX_VISITED).reverse());
    if (!isEntity(one)) continue;
    yield one;
    for (const key of [...keys].reverse()) if (typeof one[key] === 'object') stack.push(one[key]);
  }
}

const typeOf = (entity: Entity): string => {
  const type = listOf(entity['@type']).find((name) => typeof name === 'string');
  return typeof type === 'string' ? type.replace(/^https?:\/\/schema\.org\//i, '') : '';
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function nameOf(value: unknown): string {
  const first = listOf(value)[0];
  return isEntity(first) ? textOf(first['name']) : textOf(first);
}

function textOf(value: unknown): string {
  const first = listOf(value)[0];
  return typeof first === 'string' || typeof first === 'number' ? foldWhitespace(`${first}`, false) : '';
}

/** Returns a text that may be HTML, or whose markup may be escaped. */
function markupText(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = joinBlocks(parseHtml(value, { xhtml: false, maxLinks: 0 }).blocks, MAX_ITEM_TEXT);
  if (!ESCAPED_TAG.test(text)) return text.trim();
  return joinBlocks(parseHtml(text, { xhtml: false, maxLinks: 0 }).blocks, MAX_ITEM_TEXT).trim();
}

const ESCAPED_TAG = /<(?:p|br|div|ul|li|b|strong|em|span)\b[^<>]*>/i;

function isEntity(value: unknown): value is Entity {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
