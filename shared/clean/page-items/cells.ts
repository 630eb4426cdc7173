/** Finds the cells of tables that blocks are in. */
import { BLOCK_KINDS } from '../html/elements.ts';
import { int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { subtreeEnds } from '../main-text/container-sums.ts';

/** Finds the table cell of a block. */
export type Cells = {
  /** Returns the index of the innermost cell that a block is in, or 0. */
  cellOf: (block: Block) => number;
  /** Returns whether a block is in a cell, maybe in a table within it. */
  isIn: (block: Block, cell: number) => boolean;
};

/** Creates the reader of a page. It reads the page when it is first called. */
export function newCells({ containers: { parents, elements } }: ParsedPage): Cells {
  let cells: Int32Array | undefined;
  let ends: Int32Array | undefined;
  return {
    cellOf: ({ container }) => {
      if (!cells) {
        cells = int32Array(parents.length);
        for (let c = 1; c < parents.length; c++)
          cells[c] = BLOCK_KINDS.cell.has(elements[c] as number) ? c : (cells[parents[c] as number] as number);
      }
      return cells[container] as number;
    },
    isIn: ({ container }, cell) => {
      ends ??= subtreeEnds(parents);
      return container >= cell && container < (ends[cell] as number);
    },
  };
}
