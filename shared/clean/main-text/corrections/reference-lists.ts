/**
 * Raises the scores of what documentation lists: parameters, members, constants and options, in data tables, definition lists, code and
 * what its class calls a signature or a table. The trees know few references of programs and take their lines, which are short and alike, for an index. Other blocks of such a page gain a little.
 */
import { findDataTables } from '../../html/data-tables.ts';
import { elementId, PREFORMATTED } from '../../html/elements.ts';
import { uint8Array } from '../../html/page-arrays.ts';
import type { Block } from '../../html/parsed-page.ts';
import type { PageKind } from '../../page-kind/page-kinds.ts';
import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';

/** Added to the scores on a page that is certainly documentation: to those of listed blocks, and to those of others. */
const LISTED_BONUS = 3;
const BONUS = 0.5;
/** Minimum probability that the page is documentation. */
const MIN_LIKELY = 0.25;
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
  const { parents, elements, names } = containers;
  const isNamed = namedAs(page, LISTED);
  const { tableOf } = findDataTables(page);
  const within = uint8Array(parents.length);
  for (let c = 1; c < parents.length; c++) {
    const isListed = elements[c] === DT || elements[c] === DD || isNamed[names[c] as number] === 1;
    if (isListed || within[parents[c] as number] === 1) within[c] = 1;
  }
  for (let i = 0; i < blocks.length; i++) {
    const { container, item, roles, linked, text } = blocks[i] as Block;
    if (linked > text.length * MAX_LINKED) continue;
    const element = items.elements[item];
    const isListed =
      within[container] === 1 ||
      (tableOf[container] ?? 0) !== 0 ||
      element === DT ||
      element === DD ||
      (roles & PREFORMATTED) !== 0;
    scores[i] = (scores[i] as number) + likely * (isListed ? LISTED_BONUS : BONUS);
  }
}

/** Returns 1 for each class or id of the page that a pattern matches, by index. */
function namedAs(
  { html, classNames: { froms, tos } }: Pick<PageSurvey['page'], 'html' | 'classNames'>,
  pattern: RegExp,
): Uint8Array {
  const found = uint8Array(froms.length);
  for (let name = 1; name < found.length; name++) {
    const from = froms[name] as number;
    const to = tos[name] as number;
    if (to - from <= MAX_NAME_LENGTH && to - from >= MIN_NAME_LENGTH && pattern.test(html.slice(from, to)))
      found[name] = 1;
  }
  return found;
}

/** Names of signatures and of tables without table elements: `type-signature`, `funcsynopsis`, `summary-table`. */
const LISTED = /(?:signature|declaration|synopsis|[\s_-]table)(?=\s|$)/i;
/** Lengths of the names that are looked at, in UTF-16 units. Longer ones are those of frameworks that write a class for each style. */
const MIN_NAME_LENGTH = 8;
const MAX_NAME_LENGTH = 60;
