/**
 * Whose word counts for a page. Elements within it that describe a thing (microdata's `itemscope`, RDFa's `typeof`) may have
 * authors and days of their own. Those of its article are the page's, as are those of what stands around or within it (a
 * person, a publisher, a product); reviews, comments, answers, pictures, films and all further articles are by others, and
 * nobody is asked there who wrote the page, or when.
 */

import * as E from './elements.ts';
import { TEASER_HINT } from './hints/class-id-hints.ts';
import { ATTR, attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { OpenThirdParty, Walk } from './walk.ts';

/** Properties (schema.org, in lower case) whose values others say, a thing or not; and where somebody works. */
const THIRD_PARTY_PROPERTY =
  /(?:^|[\s:])(?:reviews?|comments?|suggestedanswer|acceptedanswer|affiliation|worksfor|memberof|alumniof)$/;
/** Types of what has makers of its own. */
const THIRD_PARTY_TYPE =
  /(?:^|[/:])(?:(?:user)?comments?|userinteraction|answer|(?:video|image|audio|media)object|imagegallery)$/;
const REVIEW = /(?:^|[/:])(?:user)?review$/;
/** Types of what a page may be as a whole. */
const ARTICLE = /(?:article|posting|(?:^|[/:])report|creativework)$/;
const PRODUCT = /(?:^|[/:])(?:product|book|movie|\w*business|restaurant|hotel|softwareapplication)$/;
/** The property that says so. */
const MAIN_ENTITY = /(?:^|[\s:])mainentity(?:ofpage)?$/;

/** They hold the whole page, whatever they say it is. */
const PAGE_ELEMENTS = new Set(['html', 'body'].map(E.elementId));
const ARTICLE_ELEMENT = E.elementId('article');

/** @returns `OF_OTHERS` where what is in the element is said by or of others; or 0. */
export function thirdPartyRole(walk: Walk, id: number): number {
  const { scan } = walk;
  if ((walk.roles & E.THIRD_PARTY) !== 0 || PAGE_ELEMENTS.has(id)) return 0;
  const said = attributeWords(walk, ATTR.itemprop) || attributeWords(walk, ATTR.property);
  if (THIRD_PARTY_PROPERTY.test(said)) return E.THIRD_PARTY;
  if (!hasAttribute(scan, ATTR.itemscope) && !hasAttribute(scan, ATTR.typeof)) return 0;
  return isThirdPartyItem(walk, id, said) ? E.THIRD_PARTY : 0;
}

/** Of a thing; and the first article is remembered, since all further ones are others. */
function isThirdPartyItem(walk: Walk, id: number, said: string): boolean {
  const type = attributeWords(walk, ATTR.itemtype) || attributeWords(walk, ATTR.typeof);
  if (THIRD_PARTY_TYPE.test(type)) return true;
  const isReview = REVIEW.test(type);
  // A page may be a review as a whole; those of a thing that it describes are its buyers'.
  if (isReview && (said !== '' || walk.hasProduct)) return true;
  if (PRODUCT.test(type)) walk.hasProduct = true;
  if (!isReview && !ARTICLE.test(type) && (type !== '' || id !== ARTICLE_ELEMENT)) return false;
  if (!MAIN_ENTITY.test(said) && (isLaterArticle(walk) || isAmongTeasers(walk))) return true;
  if (walk.articleStart === -1) walk.articleStart = walk.page.blocks.length;
  return false;
}

/** Where no text stands between two, as where both vocabularies are in use, they are one article. */
function isLaterArticle({ articleStart: articleAt, page }: Walk): boolean {
  return articleAt !== -1 && page.blocks.length > articleAt;
}

/** Containers are at most `maxDepth` deep, and after the first article nobody asks. */
function isAmongTeasers({ page, container }: Walk): boolean {
  const { parents, hints } = page.containers;
  for (let c = container; c !== 0; c = parents[c] as number)
    if (((hints[c] as number) & TEASER_HINT) !== 0) return true;
  return false;
}

function attributeWords({ scan }: Walk, name: number): string {
  return hasAttribute(scan, name) ? (attributeValue(scan, name) as string).trim().toLowerCase() : '';
}

/** The same in an element that has no place among the open ones (`open-elements.ts`), as an item or a span. */
export function startThirdParty(walk: Walk, id: number): void {
  walk.roles |= E.THIRD_PARTY;
  walk.thirdParty = { element: id, depth: walk.depth, nested: 0 };
}

/** Another of its name within it; the next item or paragraph ends it. */
export function nestThirdParty(walk: Walk, others: OpenThirdParty, id: number): void {
  if (others.element !== id || others.depth !== walk.depth) return;
  if (((E.ELEMENT_ROLES[id] as number) & E.BREAK) === 0) others.nested++;
  else leaveThirdParty(walk);
}

/** An end tag of its name. */
export function endThirdParty(walk: Walk, others: OpenThirdParty, id: number): void {
  if (others.element === id && others.depth === walk.depth && others.nested-- === 0) leaveThirdParty(walk);
}

function leaveThirdParty(walk: Walk): void {
  walk.roles &= ~E.THIRD_PARTY;
  walk.thirdParty = undefined;
}
