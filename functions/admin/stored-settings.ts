import { createHash } from 'node:crypto';
import type { ControlStore, CrawlState } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { storeModels } from '../../shared/settings/topic-models.ts';
import { loadSettings } from '../crawl-cache.ts';

/** Maximum number of attempts to change settings that other requests change at the same time. */
const MAX_ATTEMPTS = 10;

/** Stores a version of the settings, and the models that they name. @returns its key, which contains a digest of the content. */
export async function storeSettings(settings: Settings, objects: Objects): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(await storeModels(settings, objects)));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const key = `settings/${settings.crawl}/${digest}.json`;
  await objects.put(key, bytes);
  return key;
}

/**
 * Replaces the settings of a crawl by an atomic read-modify-write.
 *
 * @param change computes the new settings; called again if another request changed them meanwhile. Returns undefined to leave
 * them unchanged.
 * @returns the settings before the change and the state of the crawl; undefined if `change` left them unchanged.
 */
export async function changeSettings(
  crawl: string,
  { control, objects }: { control: ControlStore; objects: Objects },
  change: (before: Settings) => Settings | undefined,
): Promise<{ before: Settings; state: CrawlState } | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await control.get(crawl);
    if (!found) throw new Error(`crawl ${crawl} no longer exists`);
    const before = await loadSettings(objects, found.settingsKey);
    const after = change(before);
    if (!after) return undefined;
    if (await control.setSettingsKey(crawl, found.settingsKey, await storeSettings(after, objects)))
      return { before, state: found.state };
  }
  throw new Error(`the settings of ${crawl} were changed by other requests during all ${MAX_ATTEMPTS} attempts`);
}
