import type { FilterName } from '../index/search-fields.ts';

/** An entry of a menu of the search page: a value of a filter, and the name that people see. Default name: the value as pages show it. */
export type MenuEntry = { value: string; name?: string };

/** Filters of the search page that can be menus. The others have a date or a fixed list. */
export const MENU_FILTERS = ['language', 'class', 'site', 'author', 'field'] as const satisfies readonly FilterName[];

export type MenuFilter = (typeof MENU_FILTERS)[number];

/** Entries by filter, in the order of the menu. A filter that is absent is an input for text. */
export type Menus = Partial<Record<MenuFilter, readonly MenuEntry[]>>;
