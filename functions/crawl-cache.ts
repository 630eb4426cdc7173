import type { Control, ControlStore } from '../shared/ports/control.ts';
import type { Objects } from '../shared/ports/objects.ts';
import { readSettings } from '../shared/settings/read-settings.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { parseStoredJson } from '../shared/text/stored-json.ts';

/** Default number of cached crawls. Values that are derived from the settings of one crawl may take megabytes. */
const MAX_CRAWLS = 10;

export type CachedCrawl<Derived> = { control: Control; derived: Derived };

/**
 * Caches what a function derives from the settings of each crawl, for each version of the settings: every version has its own
 * key (`settingsKey`). Evicts the least recently used crawls, and earlier versions.
 *
 * @param derive computes the derived value. A promise is awaited. A rejected one is not cached: the next call tries again.
 * @param maxCrawls number of crawls to keep.
 * @returns a function that returns the control item and the derived value of a crawl, or undefined if there is no such crawl.
 */
export function crawlCache<Derived>(
  { control, objects }: { control: ControlStore; objects: Objects },
  derive: (settings: Settings) => Derived,
  maxCrawls = MAX_CRAWLS,
): (crawl: string) => Promise<CachedCrawl<Awaited<Derived>> | undefined> {
  const cache = new Map<string, { key: string; derived: Derived }>();
  const deriveCached = async (crawl: string, key: string): Promise<Awaited<Derived>> => {
    if (cache.get(crawl)?.key !== key) {
      const settings = await loadSettings(objects, key);
      // A concurrent call for the same crawl may have filled the cache meanwhile: both must get the same value.
      if (cache.get(crawl)?.key !== key) cache.set(crawl, { key, derived: derive(settings) });
    }
    const entry = cache.get(crawl)!;
    // A Map iterates in insertion order: re-inserting makes the first key the least recently used.
    cache.delete(crawl);
    cache.set(crawl, entry);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCrawls) break;
      cache.delete(oldest);
    }
    try {
      return await entry.derived;
    } catch (error) {
      if (cache.get(crawl) === entry) cache.delete(crawl);
      throw error;
    }
  };
  return async (crawl) => {
    const found = await control.get(crawl);
    if (found) return { control: found, derived: await deriveCached(crawl, found.settingsKey) };
    cache.delete(crawl);
    return undefined;
  };
}

/** @throws if the settings are missing or damaged, with their key: they are always stored before the crawl is created. */
export async function loadSettings(objects: Objects, key: string): Promise<Settings> {
  const bytes = await objects.get(key);
  if (!bytes) throw new Error(`the settings object ${key} is missing`);
  return readSettings(parseStoredJson(bytes, key, 'restore it from a backup, or crawl again under another name'));
}
