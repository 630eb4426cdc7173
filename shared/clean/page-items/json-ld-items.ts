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

/** Returns the first product that has more than a name. Its properties are lines `name: value` of `specification`. */
export function jsonLdProduct(scripts: readonly JsonLdScript[]): PageItem | undefined {
  for (const entity of entities(scripts, PRODUCT_KEYS)) {
    if (!PRODUCT_TYPES.has(typeOf(entity))) continue;
    const variant = listOf(entity['hasVariant']).find(isEntity) ?? {};
    const offer = listOf(entity['offers'] ?? variant['offers']).find(isEntity) ?? {};
    const pricing = listOf(offer['priceSpecification']).find(isEntity) ?? {};
    const item = newItem({
      title: textOf(entity['name']),
      brand: nameOf(entity['brand'] ?? entity['manufacturer']),
      sku: textOf(entity['sku'] ?? entity['mpn'] ?? variant['sku']),
      gtin: textOf(entity['gtin13'] ?? entity['gtin'] ?? entity['gtin14'] ?? entity['gtin12'] ?? entity['isbn']),
      price: textOf(offer['price'] ?? offer['lowPrice'] ?? pricing['price']),
      currency: textOf(offer['priceCurrency'] ?? pricing['priceCurrency']),
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
    if (Object.keys(item).length > 1) return item;
  }
  return undefined;
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
