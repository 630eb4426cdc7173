import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { BlockChooser, MainBlocks } from '../site-pages.ts';
import { joinBlocks, newBlockChooser } from './choose-blocks.ts';
import { extractByDensity } from './density-page.ts';
import { densestBlocks } from './density-text.ts';
import type { MainTextMethod } from './methods.ts';
import { MAIN_TEXT_MODEL } from './model.ts';
import { tableSeparators } from './table-separators.ts';

/**
 * @returns the main text: paragraphs parted by an empty line, items, lines of one paragraph and rows of a table by a line break,
 * cells of a row by a tab for each column.
 */
export function extractMainText(page: ParsedPage, maxLength: number, method: MainTextMethod = 'model'): string {
  return joinMainText(page, chooseMainBlocks(page, method).blocks, maxLength, method);
}

/**
 * The strings that are the main text; no `blocks`: the method knows none, only a stretch of the page.
 *
 * @param onSite knows other pages of the host, and counts this one; absent: the page is read by itself.
 */
export function chooseMainBlocks(
  page: ParsedPage,
  method: MainTextMethod,
  onSite?: (page: ParsedPage, choose: BlockChooser) => MainBlocks,
): MainBlocks {
  if (method !== 'model') return { blocks: method === 'density' ? densestBlocks(page.blocks) : undefined };
  const choose = newBlockChooser(page, MAIN_TEXT_MODEL);
  return onSite ? onSite(page, choose) : { blocks: choose() };
}

export function joinMainText(
  page: ParsedPage,
  blocks: readonly Block[] | undefined,
  maxLength: number,
  method: MainTextMethod,
): string {
  if (blocks) return joinBlocks(blocks, maxLength, tableSeparators(page, blocks));
  return extractByDensity(page.html, method === 'density-strings' ? 'best' : 'as-written').slice(0, maxLength);
}
