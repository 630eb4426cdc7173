import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { MENU_FILTERS, type MenuFilter } from '../shared/search/menus.ts';
import type { Fault } from '../shared/settings/faults.ts';
import { entryFaults, MenuEntriesSchema, type MenusSetting } from '../shared/settings/search/menus.ts';
import { readMenuXml } from './read-menu-xml.ts';
import type { ReadFile } from './seeds/load-seeds.ts';

/**
 * Reads the files of `search.menus` into the settings.
 *
 * @param faults receives a fault for each invalid entry; `read` reports missing files itself
 */
export async function loadMenus(menus: MenusSetting, read: ReadFile, faults: Fault[]): Promise<MenusSetting> {
  const loaded: MenusSetting = { ...menus };
  for (const filter of MENU_FILTERS) {
    const file = menus[filter];
    if (typeof file !== 'string') continue;
    const path = ['search', 'menus', filter];
    const text = (await read(file, path)).replace(/^\ufeff/, '');
    if (faults.some((fault) => fault.path === path)) continue;
    const { entries, messages } = readMenu(filter, file, text);
    faults.push(...messages.map((message) => ({ path, message: `${file}${message}` })));
    loaded[filter] = entries;
  }
  return loaded;
}

type Menu = { entries: Exclude<MenusSetting[MenuFilter], string | undefined>; messages: string[] };

/** Reads the entries of a file. @returns entries and what is wrong with them: `:line: message` */
function readMenu(filter: MenuFilter, file: string, text: string): Menu {
  const isXml = /\.xml$/i.test(file);
  const lines = new LineCounter();
  const yaml = parseDocument(isXml ? '' : text, { lineCounter: lines, prettyErrors: false });
  const [invalid] = yaml.errors;
  if (invalid) return { entries: [], messages: [`:${lines.linePos(invalid.pos[0]).line}: ${invalid.message}`] };
  const read = MenuEntriesSchema.safeParse(isXml ? readMenuXml(text) : toPlainValue(yaml));
  if (!read.success) {
    const expected = isXml
      ? 'must have elements with a name and a shortname'
      : 'must be a list of 1 to 200 entries, each a value or {value, name}';
    const at = read.error.issues[0]?.path[0];
    const node = isXml || at === undefined ? undefined : yaml.getIn([at], true);
    const line = isNode(node) && node.range ? `:${lines.linePos(node.range[0]).line}` : '';
    return { entries: [], messages: [`${line}: ${expected}`] };
  }
  const faults = entryFaults(filter, read.data);
  return {
    entries: read.data,
    messages: faults.map(({ at, message }) => {
      const node = isXml ? undefined : yaml.getIn([at], true);
      return isNode(node) && node.range ? `:${lines.linePos(node.range[0]).line}: ${message}` : `: ${message}`;
    }),
  };
}

/** Resolves aliases. @returns undefined, which is no menu, if they expand too far ("billion laughs") */
function toPlainValue(yaml: Document): unknown {
  try {
    return yaml.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}
