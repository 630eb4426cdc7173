/**
 * Raises the scores of the menu of a restaurant. Its class names (`menu-item-title`) are those of navigation, of which the trees know much more.
 */
import { ASIDE, BLOCK_KINDS } from '../../html/elements.ts';
import { FOOD_HINT } from '../../html/hints/class-id-hints.ts';
import type { Block } from '../../html/parsed-page.ts';
import type { PageSurvey } from '../page-survey.ts';

/** Added to the scores. */
const BONUS = 3.5;
/** Minimum number of prices in such elements. */
const MIN_PRICES = 4;
/** Maximum length of a price, in UTF-16 units. */
const MAX_PRICE_LENGTH = 20;
const PRICE = /^\D{0,5}\d{1,3}(?:[.,]\d{1,2})?\D{0,5}$/;

/**
 * Raises the scores in place: of the blocks without links in elements that are named as parts of such a menu, of the prices beside them and of the headings
 * directly before them, if there are several prices.
 *
 * @param scores logarithms of the odds, by block
 */
export function raiseFoodMenus(scores: Float32Array, { page, sums }: Pick<PageSurvey, 'page' | 'sums'>): void {
  const { blocks } = page;
  const hintsOf = ({ container, hints }: Block): number => hints | (sums.allHints[container] as number);
  const isOwn = (block: Block | undefined): block is Block =>
    block !== undefined && block.linked === 0 && (block.roles & ASIDE) === 0;
  const isPrice = (block: Block | undefined): boolean =>
    isOwn(block) && block.text.length <= MAX_PRICE_LENGTH && PRICE.test(block.text);
  const named = new Set<number>();
  for (const [i, block] of blocks.entries()) if ((hintsOf(block) & FOOD_HINT) !== 0 && isOwn(block)) named.add(i);
  if (named.size < MIN_PRICES) return;
  const prices = new Set<number>();
  for (const i of named) for (let k = i - 1; k <= i + 1; k++) if (isPrice(blocks[k])) prices.add(k);
  if (prices.size < MIN_PRICES) return;
  const isHeading = (i: number): boolean => isOwn(blocks[i]) && BLOCK_KINDS.heading.has((blocks[i] as Block).element);
  const headings = [...named].map((i) => i - 1).filter(isHeading);
  for (const i of new Set([...named, ...prices, ...headings])) scores[i] = (scores[i] as number) + BONUS;
}
