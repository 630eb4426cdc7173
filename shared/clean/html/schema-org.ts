/**
 * Whose word counts for a page. Elements within it that describe a thing (microdata's `itemscope`, RDFa's `typeof`) may have
 * authors and days of their own. Those of its article are the page's, as are those of what stands around or within it (a
 * person, a publisher, a product); reviews, comments, answers, pictures, films and all further articles are by others, and
 * nobody is asked there who wrote the page, or when.
 */

import { OF_TEASERS } from './class-id-hints.ts';
import * as E from './elements.ts';
import { A, attribute, hasAttribute } from './scan-attributes.ts';
import type { OpenThing, Walk } from './walk.ts';

/** Properties (schema.org, in lower case) whose values others say, a thing or not; and where somebody works. */
const BY_OTHERS =
  /(?:^|[\s:])(?:reviews?|comments?|suggestedanswer|acceptedanswer|affiliation|worksfor|memberof|alumniof)$/;
/** Types of what has makers of its own. */
const OTHERS =
  /(?:^|[/:])(?:(?:user)?comments?|userinteraction|answer|(?:video|image|audio|media)object|imagegallery)$/;
const REVIEW = /(?:^|[/:])(?:user)?review$/;
/** Types of what a page may be as a whole. */
const ARTICLE = /(?:article|posting|(?:^|[/:])report|creativework)$/;
const PRODUCT = /(?:^|[/:])(?:product|book|movie|\w*business|restaurant|hotel|softwareapplication)$/;
/** The property that says so. */
const MAIN_ENTITY = /(?:^|[\s:])mainentity(?:ofpage)?$/;

/** They hold the whole page, whatever they say it is. */
const WHOLE = new Set(['html', 'body'].map(E.kind));
const ARTICLE_ELEMENT = E.kind('article');

/** @returns `OF_OTHERS` where what is in the element is said by or of others; or 0. */
export function othersBy(walk: Walk, id: number): number {
  const { scan } = walk;
  if ((walk.roles & E.OF_OTHERS) !== 0 || WHOLE.has(id)) return 0;
  const said = wordsOf(walk, A.itemprop) || wordsOf(walk, A.property);
  if (BY_OTHERS.test(said)) return E.OF_OTHERS;
  if (!hasAttribute(scan, A.itemscope) && !hasAttribute(scan, A.typeof)) return 0;
  return isOther(walk, id, said) ? E.OF_OTHERS : 0;
}

/** Of a thing; and the first article is remembered, since all further ones are others. */
function isOther(walk: Walk, id: number, said: string): boolean {
  const type = wordsOf(walk, A.itemtype) || wordsOf(walk, A.typeof);
  if (OTHERS.test(type)) return true;
  const isReview = REVIEW.test(type);
  // A page may be a review as a whole; those of a thing that it describes are its buyers'.
  if (isReview && (said !== '' || walk.hasProduct)) return true;
  if (PRODUCT.test(type)) walk.hasProduct = true;
  if (!isReview && !ARTICLE.test(type) && (type !== '' || id !== ARTICLE_ELEMENT)) return false;
  if (!MAIN_ENTITY.test(said) && (isFurther(walk) || isAmongTeasers(walk))) return true;
  if (walk.articleAt === -1) walk.articleAt = walk.page.blocks.length;
  return false;
}

/** Where no text stands between two, as where both vocabularies are in use, they are one article. */
function isFurther({ articleAt, page }: Walk): boolean {
  return articleAt !== -1 && page.blocks.length > articleAt;
}

/** Containers are at most `maxDepth` deep, and after the first article nobody asks. */
function isAmongTeasers({ page, container }: Walk): boolean {
  const { parents, hints } = page.containers;
  for (let c = container; c !== 0; c = parents[c] as number) if (((hints[c] as number) & OF_TEASERS) !== 0) return true;
  return false;
}

function wordsOf({ scan }: Walk, name: number): string {
  return hasAttribute(scan, name) ? (attribute(scan, name) as string).trim().toLowerCase() : '';
}

/** The same in an element that has no place among the open ones (`page-stack.ts`), as an item or a span. */
export function beginOthers(walk: Walk, id: number): void {
  walk.roles |= E.OF_OTHERS;
  walk.others = { element: id, depth: walk.depth, within: 0 };
}

/** Another of its name within it; the next item or paragraph ends it. */
export function nestOthers(walk: Walk, others: OpenThing, id: number): void {
  if (others.element !== id || others.depth !== walk.depth) return;
  if (((E.ROLES[id] as number) & E.BREAK) === 0) others.within++;
  else leave(walk);
}

/** An end tag of its name. */
export function endOthers(walk: Walk, others: OpenThing, id: number): void {
  if (others.element === id && others.depth === walk.depth && others.within-- === 0) leave(walk);
}

function leave(walk: Walk): void {
  walk.roles &= ~E.OF_OTHERS;
  walk.others = undefined;
}
