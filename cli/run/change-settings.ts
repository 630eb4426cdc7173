import type { Settings } from '../../shared/settings/settings.ts';
import { replaceSettings } from '../../shared/settings/store-settings.ts';
import { loadStoredSettings } from './crawl-settings.ts';
import { dropOldSettings } from './drop-old-settings.ts';
import type { Stores } from './wiring.ts';

/** The stores of a data folder in which settings change. */
export type SettingsStores = Pick<Stores, 'control' | 'objects' | 'dropSettings'>;

/** The settings of a crawl as they are stored. */
export type StoredSettings = { key: string; settings: Settings };

/**
 * Replaces the stored settings of a crawl, and deletes old versions of them. The folder lock keeps other runners out, but `thresher seed`
 * and requests add seeds at any time.
 *
 * @param change returns the settings to store, absent: none, and its result; called again if another process has changed the settings meanwhile
 * @returns the result of the last call of `change`
 * @throws if each attempt met a change
 */
export async function changeSettings<Result>(
  crawl: string,
  stores: SettingsStores,
  change: (stored: StoredSettings) => Promise<{ after?: Settings | undefined; result: Result }>,
): Promise<Result> {
  let replaced = '';
  const load = async () => {
    const stored = await loadStoredSettings(crawl, stores);
    replaced = stored.key;
    return stored;
  };
  const result = await replaceSettings(crawl, stores, load, change);
  // The change is stored: its caller has to go on, such as to enqueue seeds, even if old versions cannot be deleted.
  await dropOldSettings(crawl, replaced, stores).catch(() => undefined);
  return result;
}
