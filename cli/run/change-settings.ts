import type { Settings } from '../../shared/settings/settings.ts';
import { replaceSettings } from '../../shared/settings/store-settings.ts';
import { loadStoredSettings } from './crawl-settings.ts';
import type { Stores } from './wiring.ts';

/** The settings of a crawl as they are stored. */
export type StoredSettings = { key: string; settings: Settings };

/**
 * Replaces the stored settings of a crawl. The folder lock keeps other runners out, but `thresher seed` and requests add seeds at any time.
 *
 * @param change returns the settings to store, absent: none, and its result; called again if another process has changed the settings meanwhile
 * @returns the result of the last call of `change`
 * @throws if each attempt met a change
 */
export const changeSettings = <Result>(
  crawl: string,
  stores: Pick<Stores, 'control' | 'objects'>,
  change: (stored: StoredSettings) => Promise<{ after?: Settings | undefined; result: Result }>,
): Promise<Result> => replaceSettings(crawl, stores, () => loadStoredSettings(crawl, stores), change);
