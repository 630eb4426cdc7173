import type { Settings } from '../../shared/settings/settings.ts';
import { loadStoredSettings, saveSettings } from './crawl-settings.ts';
import type { Stores } from './wiring.ts';

/** Maximum number of attempts to change settings that other processes change at the same time. */
const MAX_ATTEMPTS = 10;

/** The settings of a crawl as they are stored. */
export type StoredSettings = { key: string; settings: Settings };

/**
 * Replaces the stored settings of a crawl. The folder lock keeps other runners out, but `thresher seed` and requests add seeds at any time.
 *
 * @param change returns the settings to store, absent: none, and its result; called again if another process has changed the settings meanwhile
 * @returns the result of the last call of `change`
 * @throws if each attempt met a change
 */
export async function changeSettings<Result>(
  crawl: string,
  { control, objects }: Pick<Stores, 'control' | 'objects'>,
  change: (stored: StoredSettings) => Promise<{ after?: Settings; result: Result }>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await loadStoredSettings(crawl, { control, objects });
    const { after, result } = await change(stored);
    if (!after || (await control.setSettingsKey(crawl, stored.key, await saveSettings(after, objects)))) return result;
  }
  throw new Error(`the settings of ${crawl} were changed by another process during all ${MAX_ATTEMPTS} attempts`);
}
