/**
 * Raises the scores of the specifications of a product: data tables of two columns and definition lists. Their lines are as short as those of the
 * options and terms around them.
 */
import { findDataTables } from '../../html/data-tables.ts';
import { elementId } from '../../html/elements.ts';
import type { PageSurvey } from '../page-survey.ts';
import { productProbability } from './product-page.ts';

/** Added to the score on a page that is certainly a product. */
const BONUS = 1;
/** Maximum number of columns: name and value. */
const MAX_COLUMNS = 2;
const [DT, DD] = [elementId('dt'), elementId('dd')];

/**
 * Raises the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function raiseSpecifications(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  kinds: Float32Array,
): void {
  const likely = productProbability(kinds);
  if (likely === 0) return;
  const { blocks, containers, items } = page;
  const { parents } = containers;
  const within = new Uint8Array(parents.length);
  for (const rows of findDataTables(page).rowsOf.values())
    if (rows.every(({ length }) => length <= MAX_COLUMNS)) for (const cell of rows.flat()) within[cell] = 1;
  for (let c = 1; c < parents.length; c++) within[c] ||= within[parents[c] as number] as number;
  for (const [i, { container, item }] of blocks.entries()) {
    const element = items.elements[item];
    if (within[container] === 1 || element === DT || element === DD) scores[i] = (scores[i] as number) + BONUS * likely;
  }
}
