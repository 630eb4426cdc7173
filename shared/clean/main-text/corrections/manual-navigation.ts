/**
 * Lowers the scores of the navigation of manuals: links to the pages before and after, and the place in the manual. Programs for documentation
 * write it as tables in the main content, with titles of sections, so the trees take it for text. Tables of contents are left alone: on the first
 * page of a chapter they are text.
 */
import { totalUnlinkedLength } from '../../html/block-lengths.ts';
import { ASIDE } from '../../html/elements.ts';
import { classOf } from '../../html/hints/class-of.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';

/** Subtracted from the scores. */
const PENALTY = 6;
/** Probability of documentation from which a page is a manual. */
const MIN_PROBABILITY = 0.5;
const DOCUMENTATION = PAGE_KINDS.indexOf('documentation');
/** Maximum unlinked length of such a block, in UTF-16 units. */
const MAX_UNLINKED = 120;
/** Minimum unlinked length of the rest of the page, without which it is an index and this its text, and which is longer than this. UTF-16 units. */
const MIN_REST = 300;
/** Maximum length of a class or id that is read, in UTF-16 units. */
const MAX_NAME_LENGTH = 100;
/** Class names of DocBook, its descendants (Boost, Publican) and Sphinx with its themes. */
const NAME =
  /(?:^|\s)(?:nav(?:header|footer|path)|spirit-nav|docnav|prev-?next(?:-(?:area|bottom|footer|title))?)(?:\s|$)/i;

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerManualNavigation(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  kinds: Float32Array,
): void {
  if ((kinds[DOCUMENTATION] as number) < MIN_PROBABILITY) return;
  const within = containersWithName(page);
  if (within === undefined) return;
  const { blocks } = page;
  const isInside = ({ container, names, text, linked, roles }: Block): boolean =>
    (roles & ASIDE) === 0 &&
    text.length - linked <= MAX_UNLINKED &&
    (within[container] === 1 || (names !== 0 && NAME.test(classOf(page, names, MAX_NAME_LENGTH))));
  const found = blocks.map(isInside);
  const own = totalUnlinkedLength(blocks, ASIDE, 0);
  const inside = totalUnlinkedLength(blocks.filter((_, i) => found[i]));
  if (own - inside < Math.max(MIN_REST, inside)) return;
  for (let i = 0; i < blocks.length; i++) if (found[i]) scores[i] = (scores[i] as number) - PENALTY;
}

/** Returns 1 by container that is in an element with such a name; undefined if there is none. */
function containersWithName(page: ParsedPage): Uint8Array | undefined {
  const { parents, names } = page.containers;
  const { froms } = page.classNames;
  const isNamed = new Uint8Array(froms.length);
  for (let k = 1; k < froms.length; k++) if (NAME.test(classOf(page, k, MAX_NAME_LENGTH))) isNamed[k] = 1;
  if (!isNamed.includes(1)) return undefined;
  const within = new Uint8Array(parents.length);
  for (let c = 1; c < parents.length; c++)
    within[c] = (within[parents[c] as number] as number) | (isNamed[names[c] as number] as number);
  return within;
}
