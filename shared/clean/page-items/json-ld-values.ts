/** Walks the entities of JSON-LD (schema.org) and reads their values as text. */
import { decodeHTML } from 'entities/decode';
import { foldWhitespace } from '../../text/whitespace.ts';
import { parseHtml } from '../html/parse-html.ts';
import { joinBlocks } from '../main-text/join-blocks.ts';
import type { JsonLdScript } from '../metadata/json-ld.ts';
import { MAX_ITEM_TEXT } from './item.ts';

/** An object of JSON-LD: its values by property. They may have any type. */
export type Entity = Record<string, unknown>;

/** Yields the entities of a value. An entity may be a reference to another one: `{"@id": "…"}`. */
export type EntityReader = (value: unknown) => Iterable<Entity>;

/** Maximum number of entities that are searched. */
const MAX_VISITED = 2_000;

/** Yields entities depth-first, so that comments follow their post. */
export function* entities(scripts: readonly JsonLdScript[], keys: readonly string[]): Generator<Entity> {
  const stack: unknown[] = scripts.map(({ root }) => root).reverse();
  for (let visited = 0; stack.length > 0 && visited < MAX_VISITED; visited++) {
    const one = stack.pop();
    if (Array.isArray(one)) stack.push(...one.slice(0, MAX_VISITED).reverse());
    if (!isEntity(one)) continue;
    yield one;
    for (const key of [...keys].reverse()) if (typeof one[key] === 'object') stack.push(one[key]);
  }
}

/** Returns the types of an entity without their vocabulary. */
export const typesOf = (entity: Entity): string[] =>
  listOf(entity['@type']).flatMap((name) => (typeof name === 'string' ? name.replace(VOCABULARY, '') : []));

const VOCABULARY = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i;

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns a name, which may be that of an entity, or ''. */
export function nameOf(value: unknown): string {
  const first = listOf(value)[0];
  return isEntity(first) ? textOf(first['name']) : textOf(first);
}

/** Returns the first text or number of a value, or ''. */
export function textOf(value: unknown): string {
  const first = listOf(value)[0];
  if (typeof first !== 'string' && typeof first !== 'number') return '';
  // Some sites escape characters for HTML, even twice.
  const text = `${first}`;
  return foldWhitespace(text.includes('&') ? decodeHTML(decodeHTML(text)) : text, false);
}

/** Returns the first text of the first key that any of the entities has, or ''. */
export function firstText(of: readonly Entity[], keys: readonly string[]): string {
  for (const key of keys)
    for (const entity of of) {
      const text = textOf(entity[key]);
      if (text !== '') return text;
    }
  return '';
}

/** Returns a text that may be HTML, or whose markup may be escaped. */
export function markupText(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = joinBlocks(parseHtml(value, { xhtml: false, maxLinks: 0 }).blocks, MAX_ITEM_TEXT);
  if (!ESCAPED_TAG.test(text)) return text.trim();
  return joinBlocks(parseHtml(text, { xhtml: false, maxLinks: 0 }).blocks, MAX_ITEM_TEXT).trim();
}

const ESCAPED_TAG = /<(?:p|br|div|ul|li|b|strong|em|span)\b[^<>]*>/i;

export function isEntity(value: unknown): value is Entity {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
