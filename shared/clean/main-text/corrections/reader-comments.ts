/**
 * Lowers the scores of what readers wrote below an article. If there is more of it than of the article, the page looks like a list or a thread, whose
 * parts are its text. Also those of the choices of options and filters (`fieldset`) and of feedback in shops.
 */
import { unlinkedLength } from '../../html/block-lengths.ts';
import { ASIDE, USER_CONTENT } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import { expectedValue } from '../../page-kind/page-kind.ts';
import { PAGE_KINDS, type PageKind } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';

/** Subtracted from the score on a page of a certain kind. */
const PENALTIES: Partial<Record<PageKind, number>> = { collection: 3, product: 3 };
/** Subtracted on a page that declares the time of its article, whatever kind it looks like. */
const ARTICLE_PENALTY = 6;
/** Probability of a forum from which posts are the text. */
const MAX_FORUM = 0.5;
/** Minimum unlinked length of the other text of a page, in UTF-16 units. If there is less, the names are those of the page itself. */
const MIN_OTHER_TEXT = 200;
/** Types of microdata that threads declare. */
const THREAD_TYPES = ['discussionforumposting', 'qapage', 'question'];
const FORUM = PAGE_KINDS.indexOf('forum');

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerReaderComments(
  scores: Float32Array,
  { page, headline }: Pick<PageSurvey, 'page' | 'headline'>,
  kinds: Float32Array,
): void {
  if ((kinds[FORUM] as number) >= MAX_FORUM || THREAD_TYPES.some((type) => page.itemTypes.has(type))) return;
  const isArticle = page.metas.some(({ name }) => name === 'article:published_time');
  const penalty = isArticle ? ARTICLE_PENALTY : expectedValue(kinds, (kind) => PENALTIES[kind] ?? 0);
  const isComment = ({ roles }: Block): boolean => (roles & USER_CONTENT) !== 0;
  if (penalty === 0 || !page.blocks.some(isComment)) return;
  // An opinion is called a comment, too.
  const main = page.blocks[headline];
  if (main !== undefined && isComment(main)) return;
  const others = page.blocks.filter((block) => !isComment(block) && (block.roles & ASIDE) === 0);
  if (others.reduce((sum, block) => sum + unlinkedLength(block), 0) < MIN_OTHER_TEXT) return;
  for (const [i, block] of page.blocks.entries()) if (isComment(block)) scores[i] = (scores[i] as number) - penalty;
}
