/**
 * Finds third-party content: items (microdata's `itemscope`, RDFa's `typeof`) with an author and a date of their own. Author and
 * date of the first article are those of the page, as are those of items around or in it (a person, a publisher, a product).
 * Reviews, comments, answers, images, videos and all further articles are third-party: their authors and dates are ignored.
 */

import * as E from './elements.ts';
import { TEASER_HINT } from './hints/class-id-hints.ts';
import { startProduct } from './properties/product-properties.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { Walk } from './walk.ts';

/** Properties (schema.org, lower case) whose values are third-party, item or not, and properties that name an employer. */
const THIRD_PARTY_PROPERTY =
  /(?:^|[\s:])(?:reviews?|comments?|suggestedanswer|acceptedanswer|affiliation|worksfor|memberof|alumniof)$/;
/** Types of items with an author of their own. */
const THIRD_PARTY_TYPE =
  /(?:^|[/:])(?:(?:user)?comments?|userinteraction|answer|(?:video|image|audio|media)object|imagegallery)$/;
const REVIEW = /(?:^|[/:])(?:user)?review$/;
/** Types that a page as a whole may have. */
const ARTICLE = /(?:article|posting|(?:^|[/:])report|creativework)$/;
const PRODUCT = /(?:^|[/:])(?:product|book|movie|\w*business|restaurant|hotel|softwareapplication)$/;
/** Property that declares an item to be what the page is about. */
const MAIN_ENTITY = /(?:^|[\s:])mainentity(?:ofpage)?$/;

/** Elements that contain the whole page, so they are never third-party. */
const PAGE_ELEMENTS = new Set(['html', 'body'].map(E.elementId));
const ARTICLE_ELEMENT = E.elementId('article');

/** Returns `THIRD_PARTY` if the content of the element is third-party, otherwise 0. */
export function thirdPartyRole(walk: Walk, id: number): number {
  const { scan } = walk;
  if ((walk.roles & E.THIRD_PARTY) !== 0) return 0;
  noteTypes(walk);
  if (PAGE_ELEMENTS.has(id)) return 0;
  const properties = attributeWords(walk, ATTR.itemprop) || attributeWords(walk, ATTR.property);
  if (THIRD_PARTY_PROPERTY.test(properties)) return E.THIRD_PARTY;
  if (!hasAttribute(scan, ATTR.itemscope) && !hasAttribute(scan, ATTR.typeof)) return 0;
  return isThirdPartyItem(walk, id, properties) ? E.THIRD_PARTY : 0;
}

/** Notes the types of an item, if the element is one. */
function noteTypes(walk: Walk): void {
  const { itemTypes } = walk.page;
  const types = attributeWords(walk, ATTR.itemtype) || attributeWords(walk, ATTR.typeof);
  if (types === '' || itemTypes.size >= MAX_TYPES) return;
  for (const type of types.split(/\s+/)) itemTypes.add(type.slice(type.search(/[^/:]*$/)));
}

/** Maximum number of types of a page that are noted, about. */
const MAX_TYPES = 20;

/** Whether an item is third-party. Records the position of the first article, because all further ones are third-party. */
function isThirdPartyItem(walk: Walk, id: number, properties: string): boolean {
  const type = attributeWords(walk, ATTR.itemtype) || attributeWords(walk, ATTR.typeof);
  if (THIRD_PARTY_TYPE.test(type)) return true;
  const isReview = REVIEW.test(type);
  // A page may be a review as a whole. Reviews of a product that the page describes are by customers.
  if (isReview && (properties !== '' || walk.hasProduct)) return true;
  if (PRODUCT.test(type)) walk.hasProduct = true;
  startProduct(walk, id, type);
  if (!isReview && !ARTICLE.test(type) && (type !== '' || id !== ARTICLE_ELEMENT)) return false;
  if (!MAIN_ENTITY.test(properties) && (isLaterArticle(walk) || isAmongTeasers(walk))) return true;
  if (walk.articleStart === -1) walk.articleStart = walk.page.blocks.length;
  return false;
}

/** Two articles without text between them are one, declared in both vocabularies. */
function isLaterArticle({ articleStart, page }: Walk): boolean {
  return articleStart !== -1 && page.blocks.length > articleStart;
}

/** Whether a container around the position has a teaser hint. Cheap: at most `maxDepth` steps, until the first article. */
function isAmongTeasers({ page, container }: Walk): boolean {
  const { parents, hints } = page.containers;
  for (let c = container; c !== 0; c = parents[c] as number)
    if (((hints[c] as number) & TEASER_HINT) !== 0) return true;
  return false;
}

function attributeWords({ scan }: Walk, name: number): string {
  return hasAttribute(scan, name) ? (attributeValue(scan, name) as string).trim().toLowerCase() : '';
}
