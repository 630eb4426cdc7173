import { MENU_FILTERS, type MenuEntry, type Menus } from '../shared/search/menus.ts';
import type { WebPorts } from './ports.ts';
import { crawlList } from './site.ts';

/** Finds the menus of the search form for one crawl, or for several that are searched together. */
export async function findMenus(crawl: string, ports: Pick<WebPorts, 'menus' | 'logError'>): Promise<Menus> {
  try {
    return joinMenus(await Promise.all(crawlList(crawl).map(async (name) => (await ports.menus?.(name)) ?? {})));
  } catch (error) {
    // The form works without menus, and the search beside it reports that the engine is away.
    ports.logError?.(error, '/menus');
    return {};
  }
}

/** Joins the menus of several crawls. A filter that is no menu in one of them is none in all, because its values would be missing. */
function joinMenus(all: readonly Menus[]): Menus {
  const joined: Menus = {};
  for (const name of MENU_FILTERS) {
    if (all.some((menus) => menus[name] === undefined)) continue;
    const entries = new Map<string, MenuEntry>();
    for (const entry of all.flatMap((menus) => menus[name] ?? []))
      if (!entries.has(entry.value)) entries.set(entry.value, entry);
    joined[name] = [...entries.values()];
  }
  return joined;
}
