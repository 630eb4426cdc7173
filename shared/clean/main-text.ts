import { joinBlocks, mainBlocks } from './choose-blocks.ts';
import { MAIN_TEXT_MODEL } from './main-text-model.ts';
import type { ParsedPage } from './parse-html.ts';

/** @returns the main text: paragraphs parted by an empty line, items and lines of one paragraph by a line break. */
export function mainText(page: ParsedPage, maxLength: number): string {
  return joinBlocks(mainBlocks(page, MAIN_TEXT_MODEL), maxLength);
}
