import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { Choice, Reading } from '../site-pages.ts';
import { joinBlocks, mainBlocksOf } from './choose-blocks.ts';
import { densityOfPage } from './density-page.ts';
import { densityText } from './density-text.ts';
import type { MainTextMethod } from './methods.ts';
import { MAIN_TEXT_MODEL } from './model.ts';
import { tableGaps } from './table-lines.ts';

/**
 * @returns the main text: paragraphs parted by an empty line, items, lines of one paragraph and rows of a table by a line break,
 * cells of a row by a tab for each column.
 */
export function mainText(page: ParsedPage, maxLength: number, method: MainTextMethod = 'model'): string {
  return textOfBlocks(page, blocksOfMainText(page, method).blocks, maxLength, method);
}

/**
 * The strings that are the main text; no `blocks`: the method knows none, only a stretch of the page.
 *
 * @param onSite knows other pages of the host, and counts this one; absent: the page is read by itself.
 */
export function blocksOfMainText(
  page: ParsedPage,
  method: MainTextMethod,
  onSite?: (page: ParsedPage, choose: Choice) => Reading,
): Reading {
  if (method !== 'model') return { blocks: method === 'density' ? densityText(page.blocks) : undefined };
  const choose = mainBlocksOf(page, MAIN_TEXT_MODEL);
  return onSite ? onSite(page, choose) : { blocks: choose() };
}

export function textOfBlocks(
  page: ParsedPage,
  blocks: readonly Block[] | undefined,
  maxLength: number,
  method: MainTextMethod,
): string {
  if (blocks) return joinBlocks(blocks, maxLength, tableGaps(page, blocks));
  return densityOfPage(page.html, method === 'density-strings' ? 'best' : 'as-written').slice(0, maxLength);
}
