/** What elements within a page say in microdata (HTML standard, 5) or RDFa of what it is about, as far as a document has fields for it. */

import { foldWhitespace } from '../../text/whitespace.ts';
import * as E from './elements.ts';
import type { Property, PropertyName } from './parsed-page.ts';
import { ATTR, attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { OpenProperty, Walk } from './walk.ts';

/** By the name in schema.org or Dublin Core, in lower case, without its vocabulary. */
const PROPERTY_NAMES: ReadonlyMap<string, PropertyName> = new Map([
  ...(['author', 'creator'] as const).map((name) => [name, 'author'] as const),
  ...(['datepublished', 'issued', 'published_time'] as const).map((name) => [name, 'published'] as const),
  ...(['datemodified', 'modified', 'modified_time'] as const).map((name) => [name, 'modified'] as const),
  ['headline', 'headline'],
  ['publisher', 'publisher'],
]);
/** The vocabularies whose names these are, before them: as a prefix or as an address. */
const VOCABULARY =
  /^(?:(?:schema|dc|dct|dcterms|article):|https?:\/\/(?:schema\.org|purl\.org\/dc\/(?:terms|elements\/1\.1))\/)/;
const MAX_PROPERTIES = 50;
/** A longer text is none of these. Characters. */
const MAX_VALUE_LENGTH = 300;

/** An element of the page that has one of the two attributes, and does not begin a thing of others. */
export function startProperty(walk: Walk, id: number): void {
  const { scan, page } = walk;
  const isVoid = ((E.ELEMENT_ROLES[id] as number) & E.VOID) !== 0;
  const source = hasAttribute(scan, ATTR.itemprop) ? 'microdata' : 'rdfa';
  // What is declared outside of microdata is declared of the page (`head-elements.ts`).
  if (isVoid && source === 'rdfa' && !walk.property) return;
  const said =
    attributeValue(scan, source === 'rdfa' ? ATTR.property : ATTR.itemprop)
      ?.trim()
      .toLowerCase() ?? '';
  // What is in menus, comments and forms is not said of the page.
  if ((walk.roles & (E.HIDDEN | E.ASIDE | E.USER_CONTENT | E.THIRD_PARTY)) !== 0) return;
  const { property } = walk;
  const value = attributeValue(scan, ATTR.content) ?? attributeValue(scan, ATTR.datetime);
  if (said === 'name' || said === 'schema:name') {
    // Who is described by a thing of its own is named within it.
    if (!property || property.name === 'headline') return;
    walk.property = undefined;
    if (value !== undefined) addProperty(walk, { name: property.name, value, source: property.source });
    else if (!isVoid) walk.property = { ...property, element: id, depth: walk.depth, value: '' };
    return;
  }
  const name = said.split(/\s+/).flatMap((word) => PROPERTY_NAMES.get(word.replace(VOCABULARY, '')) ?? [])[0];
  if (name === undefined || page.properties.length >= MAX_PROPERTIES) return;
  if (value !== undefined) addProperty(walk, { name, value, source });
  else if (!isVoid) walk.property = { name, value: '', source, element: id, depth: walk.depth };
}

/** An end tag, after it was heard: an element among the open ones ends with its own, and not with one of the same name within. */
export function closeProperty(walk: Walk, property: OpenProperty, id: number): void {
  const isOpen = ((E.ELEMENT_ROLES[property.element] as number) & E.CONTAINER) !== 0;
  if (isOpen ? walk.depth <= property.depth : id === property.element || walk.depth < property.depth) endProperty(walk);
}

/** The end of its element, or of the page. */
export function endProperty(walk: Walk): void {
  const { property } = walk;
  walk.property = undefined;
  if (property) addProperty(walk, { name: property.name, value: property.value, source: property.source });
}

export function addPropertyText(property: OpenProperty, piece: string, gap: boolean): void {
  if (property.value.length <= MAX_VALUE_LENGTH) property.value += gap ? ` ${piece}` : piece;
}

function addProperty({ page }: Walk, property: Property): void {
  const value = foldWhitespace(property.value, false);
  if (value !== '' && value.length <= MAX_VALUE_LENGTH) page.properties.push({ ...property, value });
}
