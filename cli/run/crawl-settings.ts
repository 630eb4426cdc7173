import { createHash } from 'node:crypto';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';

/**
 * Stores the settings of a crawl under a key derived from their content.
 *
 * @returns the key
 */
export async function saveSettings(settings: Settings, objects: Objects): Promise<string> {
  const text = JSON.stringify(settings);
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const key = `settings/${settings.crawl}/${version}.json`;
  await objects.put(key, new TextEncoder().encode(text));
  return key;
}

/**
 * Loads the current settings of a crawl.
 *
 * @throws if the crawl or its settings do not exist
 */
export async function loadStoredSettings(
  crawl: string,
  ports: { control: ControlStore; objects: Objects },
): Promise<{ key: string; settings: Settings }> {
  const control = await ports.control.get(crawl);
  if (!control) throw new Error(`there is no crawl ${crawl}`);
  const bytes = await ports.objects.get(control.settingsKey);
  if (!bytes) throw new Error(`the settings of crawl ${crawl} are missing: no object ${control.settingsKey}`);
  return { key: control.settingsKey, settings: readSettings(JSON.parse(new TextDecoder().decode(bytes))) };
}
