/** Collects microdata (HTML standard, 5) and RDFa properties of a page that a document has fields for. */

import { foldWhitespace } from '../../../text/whitespace.ts';
import * as E from '../elements.ts';
import { dateInTitle } from '../head-elements.ts';
import type { ProductPropertyName, PropertyName } from '../parsed-page.ts';
import { ATTR } from '../tokenizer/attribute-names.ts';
import { attributeValue, hasAttribute } from '../tokenizer/attributes.ts';
import type { AnyProperty, OpenProperty, Walk } from '../walk.ts';
import { PRODUCT_PROPERTIES, productHere } from './product-properties.ts';

/** Property by its lower-case name in schema.org or Dublin Core, without the vocabulary. */
const PROPERTY_NAMES: ReadonlyMap<string, PropertyName> = new Map([
  ...(['author', 'creator'] as const).map((name) => [name, 'author'] as const),
  ...(['datepublished', 'issued', 'published_time'] as const).map((name) => [name, 'published'] as const),
  ...(['datemodified', 'modified', 'modified_time'] as const).map((name) => [name, 'modified'] as const),
  ['headline', 'headline'],
  ['publisher', 'publisher'],
]);
const ABBREVIATION = E.elementId('abbr');
const TIME = E.elementId('time');
const FOOTER = E.elementId('footer');
const NAV = E.elementId('nav');
const ASIDE = E.elementId('aside');
/** Vocabulary in front of a name, as a prefix or as a URL. */
const VOCABULARY =
  /^(?:(?:schema|dc|dct|dcterms|article):|https?:\/\/(?:schema\.org|purl\.org\/dc\/(?:terms|elements\/1\.1))\/)/;
/** Maximum number of properties of a page. */
const MAX_PROPERTIES = 50;
/** Maximum length of a value, in UTF-16 units. Longer texts are neither names nor dates nor headlines. */
const MAX_VALUE_LENGTH = 300;

/** Reads the property of an element that has `itemprop` or `property` and does not start a third-party item. */
export function startProperty(walk: Walk, id: number): void {
  const { scan, page } = walk;
  const isVoid = ((E.ELEMENT_ROLES[id] as number) & E.VOID) !== 0;
  const source = hasAttribute(scan, ATTR.itemprop) ? 'microdata' : 'rdfa';
  // RDFa of a meta element outside of an item describes the page: `head-elements.ts` reads it.
  if (isVoid && source === 'rdfa' && !walk.property && page.products.length === 0) return;
  const names =
    attributeValue(scan, source === 'rdfa' ? ATTR.property : ATTR.itemprop)
      ?.trim()
      .toLowerCase() ?? '';
  const words = names.split(/\s+/).map((word) => word.replace(VOCABULARY, ''));
  const ofProduct = words.flatMap((word) => PRODUCT_PROPERTIES.get(word) ?? [])[0];
  if (ofProduct !== undefined) {
    startProductProperty(walk, id, ofProduct, source);
    return;
  }
  // Properties in navigation, comments and forms do not describe the page. The name of a hidden brand does, and so does the last change in a footer.
  const { property } = walk;
  const isChange = id === TIME && words.includes('datemodified') && isInFooter(walk);
  const outside = E.THIRD_PARTY | (property?.product ? 0 : E.HIDDEN | E.USER_CONTENT | (isChange ? 0 : E.ASIDE));
  if ((walk.roles & outside) !== 0) return;
  // Blogger writes the date of a post into the title of `abbr`.
  const value =
    attributeValue(scan, ATTR.content) ??
    attributeValue(scan, ATTR.datetime) ??
    (id === ABBREVIATION ? dateInTitle(scan) : undefined);
  if (names === 'name' || names === 'schema:name') {
    // A person or organisation that is an item of its own has its name inside.
    if (!property || NAMELESS.has(property.name)) return;
    walk.property = undefined;
    if (value !== undefined) addProperty(walk, { ...property, value });
    else if (!isVoid) walk.property = { ...property, element: id, depth: walk.depth, value: '' };
    return;
  }
  const name = words.flatMap((word) => PROPERTY_NAMES.get(word) ?? [])[0];
  if (name === undefined || (isVoid && source === 'rdfa' && !property)) return;
  if (page.properties.length >= MAX_PROPERTIES) return;
  if (value !== undefined) addProperty(walk, { name, value, source });
  else if (!isVoid) walk.property = { name, value: '', source, element: id, depth: walk.depth };
}

/** Whether the position is in a footer, but not in a menu or sidebar, which has the dates of other pages. */
const isInFooter = ({ openCounts }: Walk): boolean =>
  openCounts[FOOTER] !== 0 && openCounts[NAV] === 0 && openCounts[ASIDE] === 0;

/** Reads a property of a product. Its value may be hidden: that of an attribute is for programs. */
function startProductProperty(walk: Walk, id: number, name: ProductPropertyName, source: 'microdata' | 'rdfa'): void {
  const { scan } = walk;
  const product = productHere(walk);
  if (!product || product.properties.length >= MAX_PROPERTIES) return;
  const value =
    attributeValue(scan, ATTR.content) ??
    (id === DATA ? attributeValue(scan, ATTR.value) : undefined) ??
    (name === 'availability' ? attributeValue(scan, ATTR.href) : undefined);
  if (value !== undefined) addProperty(walk, { name, value, source, product });
  else if (((E.ELEMENT_ROLES[id] as number) & E.VOID) === 0)
    walk.property = { name, value: '', source, product, element: id, depth: walk.depth };
}

/** Properties whose value is no person, organisation or brand. */
const NAMELESS: ReadonlySet<string> = new Set(
  ['headline', ...PRODUCT_PROPERTIES.values()].filter((name) => name !== 'brand'),
);
const DATA = E.elementId('data');

/**
 * Ends the open property if the end tag closes its element. Runs after the stack was popped: an element on the stack ends when
 * the depth falls, so a nested element of the same name does not end it.
 */
export function closeProperty(walk: Walk, property: OpenProperty, id: number): void {
  const isOpen = ((E.ELEMENT_ROLES[property.element] as number) & E.CONTAINER) !== 0;
  if (isOpen ? walk.depth <= property.depth : id === property.element || walk.depth < property.depth) endProperty(walk);
}

/** Stores the open property, at the end of its element or of the page. */
export function endProperty(walk: Walk): void {
  const { property } = walk;
  walk.property = undefined;
  if (property) addProperty(walk, property);
}

/** Adds text to an open property. @param gap whether white space precedes the text */
export function addPropertyText(property: OpenProperty, piece: string, gap: boolean): void {
  if (property.value.length <= MAX_VALUE_LENGTH) property.value += gap ? ` ${piece}` : piece;
}

function addProperty({ page }: Walk, property: AnyProperty): void {
  const value = foldWhitespace(property.value, false);
  if (value === '' || value.length > MAX_VALUE_LENGTH) return;
  if (property.product) property.product.properties.push({ name: property.name, value });
  else page.properties.push({ name: property.name, value, source: property.source });
}
