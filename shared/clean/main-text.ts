import { joinBlocks, mainBlocks } from './choose-blocks.ts';
import { densityOfPage } from './density-page.ts';
import { densityText } from './density-text.ts';
import type { MainTextMethod } from './main-text-methods.ts';
import { MAIN_TEXT_MODEL } from './main-text-model.ts';
import type { ParsedPage } from './parse-html.ts';

/** @returns the main text: paragraphs parted by an empty line, items and lines of one paragraph by a line break. */
export function mainText(page: ParsedPage, maxLength: number, method: MainTextMethod = 'model'): string {
  if (method === 'model') return joinBlocks(mainBlocks(page, MAIN_TEXT_MODEL), maxLength);
  if (method === 'density') return joinBlocks(densityText(page.blocks), maxLength);
  return densityOfPage(page.html, method === 'density-strings' ? 'best' : 'as-written').slice(0, maxLength);
}
