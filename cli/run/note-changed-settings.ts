import { type AppliedSettings, readApplied, storeApplied } from '../../shared/settings/applied/applied-settings.ts';
import {
  type ApplyingCommand,
  type ChangedSetting,
  changedSettings,
} from '../../shared/settings/applied/changed-settings.ts';
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
  const { applied, sinceApplied, changed } = await compareSettings(earlier, given, objects);
  if (changed.length === 0) return changed;
  // Settings that change back: the pages of the run in between follow its settings, and the next run has to find them too.
  const isBack = (by: ApplyingCommand) => hasCommand(changed, by) && !hasCommand(sinceApplied, by);
  const kept = {
    ...applied,
    ...(isBack('reclassify') && { judgedBy: earlier.key }),
    ...(isBack('reclean') && { cleanedBy: earlier.key }),
  };
  await storeApplied(given.crawl, kept, objects);
  return changed;
}

/** Finds the settings that stored pages do not follow yet, or would not follow after a run with the given settings. */
export async function findChangedSettings(
  earlier: EarlierSettings,
  given: Settings,
  { objects }: Pick<Stores, 'objects'>,
): Promise<ChangedSetting[]> {
  return (await compareSettings(earlier, given, objects)).changed;
}

/** @returns `sinceApplied`: changes since stored pages were made to follow their settings. `changed`: with those since the last run. */
async function compareSettings(earlier: EarlierSettings, given: Settings, objects: Stores['objects']) {
  // Read again, so that keys have the same order as in stored settings.
  const now = readSettings(given);
  const applied = await readApplied(now.crawl, earlier.key, objects);
  const sinceApplied = await changesSince(applied, earlier, now, objects);
  const all = [...sinceApplied, ...changedSettings(earlier.settings, now)];
  const byKey = new Map(all.map((change) => [change.key, change]));
  const changed = [...byKey.values()].sort((a, b) => ORDER.indexOf(a.command) - ORDER.indexOf(b.command));
  return { applied, sinceApplied, changed };
}

const ORDER: readonly ApplyingCommand[] = ['reclassify', 'reclean', 'recrawl'];

const hasCommand = (changes: readonly ChangedSetting[], by: ApplyingCommand): boolean =>
  changes.some(({ command }) => command === by);

/** Compares with the settings that stored pages were last made to follow as a whole. */
async function changesSince(
  { judgedBy, cleanedBy }: AppliedSettings,
  earlier: EarlierSettings,
  now: Settings,
  objects: Stores['objects'],
): Promise<ChangedSetting[]> {
  const before = async (key: string) => (key === earlier.key ? earlier.settings : await loadVersion(key, objects));
  const [judged, cleaned] = [await before(judgedBy), await before(cleanedBy)];
  return [
    ...changedSettings(judged ?? earlier.settings, now).filter(({ command }) => command === 'reclassify'),
    ...changedSettings(cleaned ?? earlier.settings, now).filter(({ command }) => command === 'reclean'),
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
