import type { Settings } from '../../shared/settings/settings.ts';
import { loadStoredSettings } from './crawl-settings.ts';
import type { Stores } from './wiring.ts';

/**
 * Returns a function that derives a value from the settings of a crawl, or undefined if there is no such crawl. The value is kept until the
 * settings change.
 */
export function deriveSettings<Value>(
  stores: Pick<Stores, 'control' | 'objects'>,
  derive: (settings: Settings) => Value,
): (crawl: string) => Promise<Value | undefined> {
  const read = new Map<string, { key: string; value: Value }>();
  return async (crawl) => {
    const key = (await stores.control.get(crawl))?.settingsKey;
    if (key === undefined) return undefined;
    const known = read.get(crawl);
    if (known?.key === key) return known.value;
    const { key: newest, settings } = await loadStoredSettings(crawl, stores);
    const value = derive(settings);
    read.set(crawl, { key: newest, value });
    return value;
  };
}
