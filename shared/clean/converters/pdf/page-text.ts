/** Reads the pieces of text of a page while pdf.js finds them, so that the work for a small file is bounded. */
import type { PDFPageProxy } from 'pdfjs-dist';
import { replaceRadicals } from '../../../text/han-radicals.ts';
import type { TextItem } from './lines.ts';

/** Number of pieces of text that may still be read of a document. Below zero: the limit was exceeded. */
export type PieceBudget = { left: number };

/** Pieces of text that a file of any size may have. */
const MIN_PIECES = 1_000;
/**
 * Pieces of text per byte of the file. Manuals have 0.02. A form that paints another one twice, and so on, has millions in 3 KB, and costs 0.2 to 5 ms of
 * CPU each time.
 */
const PIECES_PER_BYTE = 2;
/** pdf.js passes on ten pieces or more at a time, and fewer at the end of a page or form. A form counts as many, however few it has. */
const PIECES_AT_ONCE = 10;

/** @param fileBytes length of the file */
export const newPieceBudget = (fileBytes: number): PieceBudget => ({ left: MIN_PIECES + PIECES_PER_BYTE * fileBytes });

/**
 * Returns the pieces of text of a page, with characters for radicals, and takes them from the budget. If the budget is exceeded, the last pieces are missing. pdf.js then waits for
 * a reader until its document is destroyed: after a cancellation it would continue, and write to the closed stream.
 */
export async function readTextItems(
  page: Pick<PDFPageProxy, 'streamTextContent'>,
  budget: PieceBudget,
): Promise<TextItem[]> {
  const items: TextItem[] = [];
  const reader = page.streamTextContent({ disableNormalization: false }).getReader();
  while (budget.left >= 0) {
    const { value, done } = await reader.read();
    if (done) break;
    budget.left -= Math.max(PIECES_AT_ONCE, value.items.length);
    for (const item of value.items as (TextItem | { type: string })[])
      if ('str' in item) items.push({ ...item, str: replaceRadicals(item.str) });
  }
  return items;
}
