import { createHash } from 'node:crypto';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';

/** Keeps this version of a crawl's settings; each lies under a key of its own. @returns the key. */
export async function saveSettings(settings: Settings, objects: Objects): Promise<string> {
  const text = JSON.stringify(settings);
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const key = `settings/${settings.crawl}/${version}.json`;
  await objects.put(key, new TextEncoder().encode(text));
  return key;
}

/** @throws when the crawl or its settings are not there: they are kept before a crawl is made. */
export async function loadStoredSettings(
  crawl: string,
  ports: { control: ControlStore; objects: Objects },
): Promise<{ key: string; settings: Settings }> {
  const control = await ports.control.get(crawl);
  if (!control) throw new Error(`there is no crawl ${crawl}`);
  const bytes = await ports.objects.get(control.settingsKey);
  if (!bytes) throw new Error(`the settings of crawl ${crawl} are missing (${control.settingsKey})`);
  return { key: control.settingsKey, settings: readSettings(JSON.parse(new TextDecoder().decode(bytes))) };
}
