/**
 * Raises the scores of the blocks that a page of a product declares as its description, in meta elements or JSON-LD. Shops show it in a snippet
 * beside pictures, in a tab or in a sidebar, where text of other pages rarely is.
 */
import { decodeHTML } from 'entities/decode';
import { parseJsonLdScripts } from '../../metadata/json-ld.ts';
import type { PageSurvey } from '../page-survey.ts';
import { productProbability } from './product-page.ts';

/** Added to the score on a page that is certainly a product. */
const BONUS = 3;
/** Minimum number of words of a description and of a block. */
const MIN_WORDS = 6;
/** Maximum length of a description and of a block, in UTF-16 units. */
const MAX_LENGTH = 3_000;
/** Score below which a block is no text even with the bonus. */
const LOWEST_SCORE = -4;
/** Length of the start of a block that is read first, in UTF-16 units. */
const MAX_START = 60;
/** Number of words of a shingle. */
const SHINGLE = 3;
/** Share of a description that a block around it has: the meta element may cut its last words. */
const MIN_COVERED = 0.9;
/** Share of a block that earlier raised blocks have, from which it is a copy of them. */
const MAX_REPEATED = 0.5;
/** Maximum number of entities of JSON-LD that are searched. */
const MAX_VISITED = 200;
/** Maximum number of descriptions. */
const MAX_DESCRIPTIONS = 10;

/**
 * Raises the scores in place: of each block that consists of words of a description in their order, and of one that has nearly all of it. Copies are left out.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function raiseDescription(
  scores: Float32Array,
  { page, firstEquals }: Pick<PageSurvey, 'page' | 'firstEquals'>,
  kinds: Float32Array,
): void {
  const likely = productProbability(kinds);
  if (likely === 0) return;
  const declared = [...new Set([...metaDescriptions(page), ...jsonLdDescriptions(page)])]
    .slice(0, MAX_DESCRIPTIONS)
    .map(shinglesOf)
    .filter(({ size }) => size > MIN_WORDS - SHINGLE);
  if (declared.length === 0) return;
  const known = new Set(declared.flatMap((shingles) => [...shingles]));
  // A word and the space after it have two UTF-16 units at least.
  const shortest = Math.min(...declared.map(({ size }) => size)) * MIN_COVERED * 2;
  // Most blocks are shorter than a description, and begin with words that none has.
  const mayFit = (text: string): boolean => {
    const words = text.slice(0, MAX_START).toLowerCase().match(WORD) ?? [];
    return words.length >= SHINGLE && (text.length >= shortest || known.has(words.slice(0, SHINGLE).join(' ')));
  };
  const raised = new Set<string>();
  for (const [i, { text }] of page.blocks.entries()) {
    if ((scores[i] as number) < LOWEST_SCORE || firstEquals[i] !== i || text.length > MAX_LENGTH || !mayFit(text))
      continue;
    const own = shinglesOf(text);
    if (own.size <= MIN_WORDS - SHINGLE || !declared.some((all) => isWithin(own, all) || covers(own, all))) continue;
    if (countCommon(own, raised) > own.size * MAX_REPEATED) continue;
    for (const shingle of own) raised.add(shingle);
    scores[i] = (scores[i] as number) + BONUS * likely;
  }
}

const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean => {
  for (const shingle of part) if (!whole.has(shingle)) return false;
  return true;
};

const covers = (whole: ReadonlySet<string>, part: ReadonlySet<string>): boolean =>
  whole.size >= part.size * MIN_COVERED && countCommon(part, whole) >= part.size * MIN_COVERED;

const countCommon = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].reduce((sum, shingle) => (other.has(shingle) ? sum + 1 : sum), 0);

/** Returns the shingles of a text. */
function shinglesOf(text: string): Set<string> {
  const words = text.slice(0, MAX_LENGTH).toLowerCase().match(WORD) ?? [];
  const found = new Set<string>();
  for (let i = 0; i + SHINGLE <= words.length; i++) found.add(words.slice(i, i + SHINGLE).join(' '));
  return found;
}

const WORD = /[\p{L}\p{N}]+/gu;

const metaDescriptions = ({ metas }: PageSurvey['page']): string[] =>
  metas.flatMap(({ name, content }) => (META.test(name) ? content : []));

const META = /^(?:og:|twitter:)?description$/;
const PRODUCT = /(?:^|[/:])(?:Product(?:Group|Model)?|IndividualProduct|Vehicle|Car|Book)$/;
const TAG = /<[^<>]*>/g;

/** Returns the descriptions of the products in JSON-LD without their tags, which may be escaped as HTML. */
function jsonLdDescriptions({ jsonLd }: PageSurvey['page']): string[] {
  const queue: unknown[] = parseJsonLdScripts(jsonLd).map(({ root }) => root);
  const found: string[] = [];
  for (let i = 0; i < queue.length && i < MAX_VISITED; i++) {
    const one = queue[i];
    if (Array.isArray(one)) queue.push(...one.slice(0, MAX_VISITED));
    else if (typeof one === 'object' && one !== null) {
      const { '@type': type, description, '@graph': graph, mainEntity } = one as Record<string, unknown>;
      queue.push(graph, mainEntity);
      if (
        typeof description === 'string' &&
        [type].flat().some((name) => typeof name === 'string' && PRODUCT.test(name))
      )
        found.push(decodeHTML(description.slice(0, 2 * MAX_LENGTH)).replace(TAG, ' '));
    }
  }
  return found;
}
