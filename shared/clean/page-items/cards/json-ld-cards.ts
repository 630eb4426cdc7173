/** Reads the entries of lists that JSON-LD describes (schema.org), for pages whose cards a script builds in the browser. */

import { normalizeDate } from '../../metadata/dates/normalize-date.ts';
import type { JsonLdScript } from '../../metadata/json-ld.ts';
import { MAX_ITEMS, newItem, type PageItem } from '../item.ts';
import {
  type Entity,
  type EntityReader,
  entities,
  isEntity,
  listOf,
  markupText,
  textOf,
  typesOf,
} from '../json-ld-values.ts';
import { priceOf } from '../prices/json-ld-offer.ts';

/** Minimum number of entries of a list. */
const MIN_CARDS = 3;
/** Maximum number of prices of an offer that are read. */
const MAX_PRICES = 10;
const LIST_KEYS = ['@graph', 'mainEntity'];
/** Types that a page may describe several of, without a list around them. */
const LISTED_TYPE = /^(?:\w*Event|JobPosting|Product)$/;

/** Returns the entries of the longest list, or several events, jobs or products, in their order. None without a title and a link. */
export function jsonLdCards(scripts: readonly JsonLdScript[], resolve: (href: string) => string | null): PageItem[] {
  const all = [...entities(scripts, LIST_KEYS)];
  const lists = all.filter((entity) => typesOf(entity).includes('ItemList')).map(entriesOf);
  const loose = all.filter((entity) => typesOf(entity).some((type) => LISTED_TYPE.test(type)));
  const cards = [...lists, loose].map((entries) => entries.slice(0, MAX_ITEMS).flatMap((one) => cardOf(one, resolve)));
  const longest = cards.reduce((most, list) => (list.length > most.length ? list : most), []);
  return longest.length < MIN_CARDS ? [] : longest;
}

/** Returns the entries of a list. An entry may be an element around the entity, and either may have the URL. */
function entriesOf(list: Entity): Entity[] {
  return listOf(list['itemListElement'])
    .slice(0, MAX_ITEMS)
    .flatMap((element) => {
      if (!isEntity(element)) return [];
      const { item } = element;
      return [isEntity(item) ? { url: element['url'], ...item } : { ...element, url: element['url'] ?? item }];
    });
}

function cardOf(entity: Entity, resolve: (href: string) => string | null): PageItem[] {
  const title = textOf(entity['name'] ?? entity['headline'] ?? entity['title']);
  const href = textOf(entity['url'] ?? entity['@id']);
  const link = href === '' ? null : resolve(href);
  if (title === '' || link === null) return [];
  const offer = listOf(entity['offers']).find(isEntity) ?? {};
  const { price: amount, currency } = priceOf(offer, readEntities);
  const price = amount === '' ? '' : `${amount} ${currency}`.trim();
  const date = normalizeDate(textOf(entity['startDate'] ?? entity['datePosted'] ?? entity['datePublished']));
  return [newItem({ title, link, price, date, text: markupText(entity['description']) })];
}

const readEntities: EntityReader = (value) => listOf(value).slice(0, MAX_PRICES).filter(isEntity);
