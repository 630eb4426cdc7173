import * as z from 'zod';
import { AUTHOR_VALUES, CLASS_VALUES, FIELD_VALUES, HOST_VALUES, LANGUAGE_VALUES } from '../../index/filter-rules.ts';
import { MENU_FILTERS, type MenuFilter, type Menus } from '../../search/menus.ts';

/** What the values of each filter are. */
const VALUES = {
  language: LANGUAGE_VALUES,
  class: CLASS_VALUES,
  site: HOST_VALUES,
  author: AUTHOR_VALUES,
  field: FIELD_VALUES,
} as const satisfies Record<MenuFilter, unknown>;

/** Maximum number of entries of a menu. */
const MAX_ENTRIES = 200;

const Entry = z.union(
  [
    z.string().min(1).max(300),
    z.strictObject({
      value: z.string().min(1).max(300).describe('Value of the filter, such as `en` or `Plants.Bog`.'),
      name: z.string().min(1).max(300).optional().describe('Name that people see. Default: the value.'),
    }),
  ],
  { error: 'a value, or {value, name}' },
);

/** A list as it stands in the settings or in a file. */
export const MenuEntriesSchema = z.array(Entry).min(1).max(MAX_ENTRIES);

export const MenusSchema = z
  .partialRecord(
    z.enum(MENU_FILTERS),
    z.union([z.string().min(1), MenuEntriesSchema], { error: 'a list or the name of a file' }),
  )
  .superRefine((menus, context) => {
    for (const [filter, entries] of Object.entries(menus))
      if (Array.isArray(entries))
        for (const { at, message } of entryFaults(filter as MenuFilter, entries))
          context.addIssue({ code: 'custom', path: [filter, at], message });
  })
  .default({})
  .describe(
    `Menus of the search page: filter (${MENU_FILTERS.map((name) => `\`${name}\``).join(', ')}) → values in their order, each alone or as \`{value, name}\`, or a file with that list (YAML, JSON, or XML whose elements have a \`name\` and a \`shortname\`). Default: languages and classes of the pages, if there are at most 25.`,
  );

/** The setting `search.menus`. */
export type MenusSetting = z.output<typeof MenusSchema>;
type EntrySetting = z.output<typeof Entry>;

const menuValue = (entry: EntrySetting): string => (typeof entry === 'string' ? entry : entry.value);

/** Returns what is wrong with the entries, by their position: values that the filter refuses or that an earlier entry has. */
export function entryFaults(filter: MenuFilter, entries: readonly EntrySetting[]): { at: number; message: string }[] {
  const { parse, expects } = VALUES[filter];
  return entries.flatMap((entry, at) => {
    const value = menuValue(entry);
    if (parse(value) === undefined) return [{ at, message: `${value}: must be ${expects}` }];
    const isListed = entries.slice(0, at).some((other) => parse(menuValue(other)) === parse(value));
    return isListed ? [{ at, message: `${value}: is listed twice` }] : [];
  });
}

/** Returns the menus that the settings list. Values are written as filters write them. A file that is not loaded has none. */
export function menusOf(setting: MenusSetting): Menus {
  const menus: Menus = {};
  for (const filter of MENU_FILTERS) {
    const entries = setting[filter];
    if (entries === undefined || typeof entries === 'string') continue;
    const { parse } = VALUES[filter];
    menus[filter] = entries.map((entry) => {
      const value = parse(menuValue(entry)) ?? menuValue(entry);
      const name = typeof entry === 'string' ? undefined : entry.name;
      return name === undefined ? { value } : { value, name };
    });
  }
  return menus;
}
