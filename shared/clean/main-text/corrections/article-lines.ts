/** Lines between the paragraphs of an article that are not text: references to other articles, notices to the reader. */
import { ASIDE, elementId } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import { expectedValue } from '../../page-kind/page-kind.ts';
import type { PageKind } from '../../page-kind/page-kinds.ts';

/** Subtracted from the score on a page that is certainly an article: no block of this kind is text, and many articles are less than certain. */
const PENALTIES: Partial<Record<PageKind, number>> = { article: 10 };
/** Minimum penalty of a page that is searched: it is an article with a probability of 0.3. */
const MIN_PENALTY = 3;
/** Score of blocks that are hardly ever text, and are not searched. */
const LOWEST_SCORE = -2;

/**
 * Returns what to subtract from the score of such a line; undefined if the page is hardly an article.
 *
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function linePenalty(kinds: Float32Array): number | undefined {
  const penalty = expectedValue(kinds, (kind) => PENALTIES[kind] ?? 0);
  return penalty < MIN_PENALTY ? undefined : penalty;
}

/** Entries of lists and cells of tables: their text may be a value, such as `Recommended` in a table of requirements. */
export const ENTRIES: ReadonlySet<number> = new Set(['li', 'td', 'th', 'dt', 'dd'].map(elementId));

/** Whether a block may be such a line that counts as text so far. */
export const isSearched = ({ roles }: Block, score: number): boolean => score > LOWEST_SCORE && (roles & ASIDE) === 0;
