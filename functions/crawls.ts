import type { Control, ControlStore } from '../shared/ports/control.ts';
import type { Objects } from '../shared/ports/objects.ts';
import { readSettings, type Settings } from '../shared/settings/settings.ts';

/**
 * Reads the settings of crawls and makes of them what a function needs, once for each version of the settings and cold
 * start: every version lies under a key of its own (`settingsKey`).
 *
 * @returns undefined when there is no such crawl (any more).
 */
export function crawls<Made>(
  { control, objects }: { control: ControlStore; objects: Objects },
  make: (settings: Settings) => Made,
): (crawl: string) => Promise<{ control: Control; made: Made } | undefined> {
  const known = new Map<string, Made>();
  return async (crawl) => {
    const found = await control.get(crawl);
    if (!found) return undefined;
    const made = known.get(found.settingsKey) ?? make(await settingsAt(objects, found.settingsKey));
    known.set(found.settingsKey, made);
    return { control: found, made };
  };
}

/** @throws when they are not there: they are stored before a crawl is made. */
export async function settingsAt(objects: Objects, key: string): Promise<Settings> {
  const bytes = await objects.get(key);
  if (!bytes) throw new Error(`the settings ${key} are missing`);
  return readSettings(JSON.parse(new TextDecoder().decode(bytes)));
}
