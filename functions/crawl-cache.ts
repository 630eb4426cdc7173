import type { Control, ControlStore } from '../shared/ports/control.ts';
import type { Objects } from '../shared/ports/objects.ts';
import { readSettings, type Settings } from '../shared/settings/settings.ts';

/** A crawl that was not asked for since so many others is made again: what is made of settings may take megabytes. */
const CRAWLS = 10;

/**
 * Reads the settings of crawls and makes of them what a function needs, once for each version of the settings and cold
 * start: every version lies under a key of its own (`settingsKey`). What was made of an earlier version is let go.
 *
 * @param make what it promises is awaited; what came to nothing is not kept, and made again for the next who asks.
 * @param most so many crawls are kept, those that were asked for last.
 * @returns undefined when there is no such crawl (any more).
 */
export function crawls<Made>(
  { control, objects }: { control: ControlStore; objects: Objects },
  make: (settings: Settings) => Made,
  most = CRAWLS,
): (crawl: string) => Promise<{ control: Control; made: Awaited<Made> } | undefined> {
  const known = new Map<string, { key: string; made: Made }>();
  const madeOf = async (crawl: string, key: string): Promise<Awaited<Made>> => {
    if (known.get(crawl)?.key !== key) {
      const settings = await settingsAt(objects, key);
      // Another call for the same crawl may have been here meanwhile: both are to have one.
      if (known.get(crawl)?.key !== key) known.set(crawl, { key, made: make(settings) });
    }
    const kept = known.get(crawl)!;
    // A map keeps the order in which its keys came: the first was asked for longest ago.
    known.delete(crawl);
    known.set(crawl, kept);
    for (const first of known.keys()) {
      if (known.size <= most) break;
      known.delete(first);
    }
    try {
      return await kept.made;
    } catch (error) {
      if (known.get(crawl) === kept) known.delete(crawl);
      throw error;
    }
  };
  return async (crawl) => {
    const found = await control.get(crawl);
    if (found) return { control: found, made: await madeOf(crawl, found.settingsKey) };
    known.delete(crawl);
    return undefined;
  };
}

/** @throws when they are not there: they are stored before a crawl is made. */
export async function settingsAt(objects: Objects, key: string): Promise<Settings> {
  const bytes = await objects.get(key);
  if (!bytes) throw new Error(`the settings ${key} are missing`);
  return readSettings(JSON.parse(new TextDecoder().decode(bytes)));
}
