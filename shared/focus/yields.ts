/**
 * Mean relevance of groups of pages, such as the pages of a directory: a count–min sketch (Cormode, Muthukrishnan 2005)
 * with two rows of counts and sums. Groups that share a cell in both rows are averaged.
 */
export type Yields = {
  /** Returns the mean relevance of a group, after adding `PRIOR_PAGES` pages of the given mean. */
  rate(group: number, prior: number): number;
  /** Returns the number of pages of a group. */
  pages(group: number): number;
  add(group: number, relevance: number): void;
};

const ROW_BITS = 13;
const CELLS_PER_ROW = 2 ** ROW_BITS;
/** Weight of the prior mean, in pages. */
const PRIOR_PAGES = 3;
/** A cell with more pages is halved, so that it follows a crawl that moves on. */
const MAX_PAGES = 1000;

/** Length of the array of cells: a count and a sum in each cell of two rows. */
export const YIELD_CELLS = 2 * CELLS_PER_ROW * 2;

/** @param cells stored counts and sums; they are changed in place. */
export function createYields(cells: Float32Array): Yields {
  const firstOf = (group: number) => 2 * (group % CELLS_PER_ROW);
  const secondOf = (group: number) => 2 * (CELLS_PER_ROW + (Math.imul(group, 0x9e3779b1) >>> (32 - ROW_BITS)));
  const smallest = (group: number) => {
    const first = firstOf(group);
    const second = secondOf(group);
    return cells[first]! <= cells[second]! ? first : second;
  };
  const addTo = (at: number, relevance: number) => {
    const factor = cells[at]! >= MAX_PAGES ? 0.5 : 1;
    cells[at] = factor * cells[at]! + 1;
    cells[at + 1] = factor * cells[at + 1]! + relevance;
  };
  return {
    rate(group, prior) {
      const at = smallest(group);
      return (cells[at + 1]! + PRIOR_PAGES * prior) / (cells[at]! + PRIOR_PAGES);
    },
    pages: (group) => cells[smallest(group)]!,
    add(group, relevance) {
      addTo(firstOf(group), relevance);
      addTo(secondOf(group), relevance);
    },
  };
}
