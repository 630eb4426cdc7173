import type { ControlStore } from '../ports/control.ts';
import type { Objects } from '../ports/objects.ts';
import type { Settings } from './settings.ts';
import { storeModels } from './topic-models.ts';

/** Maximum number of attempts to change settings that others change at the same time. */
const MAX_ATTEMPTS = 10;

/**
 * Stores a version of the settings of a crawl, and the models that they name, under keys derived from their content.
 *
 * @returns the key of the settings
 */
export async function storeSettings(settings: Settings, objects: Pick<Objects, 'put'>): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(await storeModels(settings, objects)));
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes))
    .toString('hex')
    .slice(0, 16);
  const key = `settings/${settings.crawl}/${digest}.json`;
  await objects.put(key, bytes);
  return key;
}

/**
 * Replaces the stored settings of a crawl by an atomic read-modify-write.
 *
 * @param load reads the stored settings and their key
 * @param change returns the settings to store, absent: none, and its result; called again if others have changed the settings meanwhile
 * @returns the result of the last call of `change`
 * @throws if each attempt met a change; what `load` and `change` throw
 */
export async function replaceSettings<Stored extends { key: string }, Result>(
  crawl: string,
  { control, objects }: { control: ControlStore; objects: Objects },
  load: () => Promise<Stored>,
  change: (stored: Stored) => Promise<{ after?: Settings | undefined; result: Result }>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await load();
    const { after, result } = await change(stored);
    if (!after) return result;
    const key = await storeSettings(after, objects);
    if (!(await control.setSettingsKey(crawl, stored.key, key))) continue;
    // If an unused version has these settings, the daily call of a stack may have deleted it meanwhile (`dropOldVersions`).
    if (key !== stored.key && !(await objects.get(key))) await storeSettings(after, objects);
    return result;
  }
  throw new Error(
    `the settings of crawl ${crawl} were changed by others during all ${MAX_ATTEMPTS} attempts; try again`,
  );
}
