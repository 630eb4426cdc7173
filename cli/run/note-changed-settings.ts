import { readApplied, storeApplied } from '../../shared/settings/applied/applied-settings.ts';
import { type ChangedSetting, changedSettings } from '../../shared/settings/applied/changed-settings.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Stores } from './wiring.ts';

/** Settings of a crawl before a run, and their key. */
type EarlierSettings = { key: string; settings: Settings };

/** Finds the settings that stored pages do not follow yet, and stores which settings they follow, so that the next run finds them too. */
export async function noteChangedSettings(
  earlier: EarlierSettings,
  given: Settings,
  { objects }: Pick<Stores, 'objects'>,
): Promise<ChangedSetting[]> {
  const changed = await findChangedSettings(earlier, given, { objects });
  if (changed.length > 0)
    await storeApplied(given.crawl, await readApplied(given.crawl, earlier.key, objects), objects);
  return changed;
}

/** Finds the settings that stored pages do not follow yet, or would not follow after a run with the given settings. */
export async function findChangedSettings(
  earlier: EarlierSettings,
  given: Settings,
  { objects }: Pick<Stores, 'objects'>,
): Promise<ChangedSetting[]> {
  // Read again, so that keys have the same order as in stored settings.
  const now = readSettings(given);
  const { crawl } = now;
  const applied = await readApplied(crawl, earlier.key, objects);
  const before = async (key: string) => (key === earlier.key ? earlier.settings : await loadVersion(key, objects));
  const [judged, cleaned] = [await before(applied.judgedBy), await before(applied.cleanedBy)];
  return [
    ...changedSettings(judged ?? earlier.settings, now).filter(({ command }) => command === 'reclassify'),
    ...changedSettings(cleaned ?? earlier.settings, now).filter(({ command }) => command === 'reclean'),
    ...changedSettings(earlier.settings, now).filter(({ command }) => command === 'recrawl'),
  ];
}

/** @returns undefined if the settings are missing or cannot be read by this version */
async function loadVersion(key: string, objects: Stores['objects']): Promise<Settings | undefined> {
  const bytes = await objects.get(key);
  try {
    return bytes && readSettings(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}
