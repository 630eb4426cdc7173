import type { Block } from '../html/parsed-page.ts';

/** An item of a page: its fields, each with one or more texts. */
export type PageItem = Record<string, string[]>;

/** Items and the blocks that show them, in no order; none for items that a page only declares. */
export type ShownItems = { items: PageItem[]; blocks: ReadonlySet<Block> };

/** Maximum number of items of a page. */
export const MAX_ITEMS = 200;
/** Maximum length of a text field of an item, in UTF-16 units. */
export const MAX_ITEM_TEXT = 5_000;

/** Returns an item with the fields that have a value. */
export function newItem(fields: Readonly<Record<string, string | null | undefined>>): PageItem {
  const item: PageItem = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined && value !== '') item[name] = [value.slice(0, MAX_ITEM_TEXT)];
  return item;
}
