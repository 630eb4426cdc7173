import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { BlockChooser, MainBlocks } from '../site-pages.ts';
import { newBlockChooser, type PageChooser } from './choose-blocks.ts';
import { extractByDensity } from './density-page.ts';
import { densestBlocks } from './density-text.ts';
import { joinBlocks } from './join-blocks.ts';
import { DENSITY_VARIANTS, type MainTextMethod } from './methods.ts';
import { mainTextModel } from './model.ts';
import { tableSeparators } from './table-separators.ts';

/**
 * Extracts the main text of a page. An empty line separates paragraphs; a line break separates items, lines of a paragraph and
 * table rows; a tab separates the columns of a row.
 *
 * @param maxLength maximum length of the text, in UTF-16 units
 */
export function extractMainText(page: ParsedPage, maxLength: number, method: MainTextMethod = 'model'): string {
  return joinMainText(page, chooseMainBlocks(page, method).blocks, maxLength, method);
}

/**
 * Chooses the blocks of the main text and tells the kind of the page. `blocks` is absent for the methods that work without blocks,
 * `kind` if none is certain. All methods but `model`, and pages with too many blocks, have no kind, no `kinds` (probability of each) and
 * no `paths` (what repeats on the page).
 *
 * @param onSite chooses with the knowledge of other pages of the host, and counts this page; default: the page is read by itself
 */
export function chooseMainBlocks(
  page: ParsedPage,
  method: MainTextMethod,
  onSite?: (page: ParsedPage, choose: BlockChooser) => MainBlocks,
): MainBlocks & Partial<Pick<PageChooser, 'kind' | 'kinds' | 'paths'>> {
  if (method !== 'model') return { blocks: method === 'density' ? densestBlocks(page.blocks) : undefined };
  const chooser = newBlockChooser(page, mainTextModel());
  const choose = chooser?.choose ?? (() => densestBlocks(page.blocks));
  const chosen = onSite ? onSite(page, choose) : { blocks: choose() };
  return chooser ? { ...chosen, kind: chooser.kind, kinds: chooser.kinds, paths: chooser.paths } : chosen;
}

/** Joins the chosen blocks, or applies a method that works without blocks. */
export function joinMainText(
  page: ParsedPage,
  blocks: readonly Block[] | undefined,
  maxLength: number,
  method: MainTextMethod,
): string {
  if (blocks) return joinBlocks(blocks, maxLength, tableSeparators(page, blocks));
  const variant = DENSITY_VARIANTS[method as keyof typeof DENSITY_VARIANTS];
  return extractByDensity(page.html, variant).slice(0, maxLength);
}
