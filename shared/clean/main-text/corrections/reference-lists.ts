/**
 * Raises the scores of what documentation lists: parameters, members, constants and options, in data tables, definition lists and code. The trees
 * know few references of programs and take their lines, which are short and alike, for an index. Other blocks of such a page gain a little.
 */
import { findDataTables } from '../../html/data-tables.ts';
import { elementId, PREFORMATTED } from '../../html/elements.ts';
import type { PageKind } from '../../page-kind/page-kinds.ts';
import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';

/** Added to the scores on a page that is certainly documentation: to those of listed blocks, and to those of others. */
const LISTED_BONUS = 3;
const BONUS = 0.5;
/** Minimum probability that the page is documentation. */
const MIN_LIKELY = 0.05;
/** Maximum share of link text: more is a list of links. */
const MAX_LINKED = 0.5;
const DOCUMENTATION = PAGE_KINDS.indexOf('documentation' satisfies PageKind);
const [DT, DD] = [elementId('dt'), elementId('dd')];

/**
 * Raises the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function raiseReferenceLists(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  kinds: Float32Array,
): void {
  const likely = kinds[DOCUMENTATION] as number;
  if (likely < MIN_LIKELY) return;
  const { blocks, containers, items } = page;
  const { parents, elements } = containers;
  const within = new Uint8Array(parents.length);
  for (const rows of findDataTables(page).rowsOf.values()) for (const cell of rows.flat()) within[cell] = 1;
  for (let c = 1; c < parents.length; c++) {
    const isListed = elements[c] === DT || elements[c] === DD || within[parents[c] as number] === 1;
    if (isListed) within[c] = 1;
  }
  for (const [i, { container, item, roles, linked, text }] of blocks.entries()) {
    if (linked > text.length * MAX_LINKED) continue;
    const element = items.elements[item];
    const isListed = within[container] === 1 || element === DT || element === DD || (roles & PREFORMATTED) !== 0;
    scores[i] = (scores[i] as number) + likely * (isListed ? LISTED_BONUS : BONUS);
  }
}
