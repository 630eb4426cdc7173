import { readSettings } from '../read-settings.ts';
import type { Settings } from '../settings.ts';
import { settingPaths } from './environment.ts';
import type { SettingsLayer } from './print-settings.ts';

/**
 * Returns the values of stored settings that are neither defaults nor those of the preset, as a source of settings. Stored settings are
 * complete and do not tell which file, variable or option has set a value, nor whether one has set a default.
 */
export function storedLayer(settings: Settings): SettingsLayer & { given: Record<string, unknown> } {
  const { crawl, preset, seeds, topic } = settings;
  // Some presets need a topic, and the default of the scope depends on it.
  const base = readSettings({ crawl, seeds, ...(preset && { preset }), topic: { filters: topic.filters } });
  const own = new Set(['crawl', 'preset', 'seeds', ...(topic.filters.length > 0 ? ['topic.filters'] : [])]);
  const given: Record<string, unknown> = {};
  for (const path of settingPaths()) {
    const value = valueAt(settings, path);
    if (value !== undefined && (own.has(path.join('.')) || !isSame(value, valueAt(base, path))))
      setAt(given, path, value);
  }
  return { given, describe: () => 'set' };
}

/** Both are values of JSON that the same schema has read, so their keys are in the same order. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values);
}

function setAt(given: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = given;
  for (const key of path.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Record<string, unknown>;
  }
  at[path.at(-1)!] = value;
}
