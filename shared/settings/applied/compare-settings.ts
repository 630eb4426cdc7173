import { isJsonObject } from '../../text/json-values.ts';
import { readSettings } from '../read-settings.ts';
import type { Settings } from '../settings.ts';

/** How the settings of a request differ from those of the crawl, except for deletions and for what `replacedSettings` replaces without a word. */
export type SettingsDifference = {
  /** Names of settings that cannot change, such as `fetch.timeoutMs`. */
  fixed: string[];
  /** Limits that change, with both values: `limits.pages: 1000 → 2000`. */
  limits: string[];
  /** Those of `limits` that the request does not have at all: `limits.pages: 1000`. */
  removed: string[];
};

/**
 * Settings that every request replaces: they do not concern what is already crawled. `fetch.headFirst` and `search.languages` are among
 * them because versions change their defaults: the crawl.yaml of a crawl that an earlier version created would be refused.
 */
export const replacedSettings = (
  { schedules, alerts, notify, mail, limits, budget, fetch, search }: Settings,
  before: Settings,
): Settings => ({
  ...before,
  schedules,
  alerts,
  notify,
  mail,
  limits: { ...before.limits, pages: limits.pages },
  budget,
  fetch: { ...before.fetch, headFirst: fetch.headFirst },
  search: { ...before.search, languages: search.languages },
});

/** Names what `replacedSettings` replaces, for messages. */
export const REPLACED_NAMES =
  'limits.pages, budget, schedules, alerts, notify, mail, fetch.headFirst and search.languages';

const isLimit = (name: string): boolean => name === 'limits.pages' || name.startsWith('budget.');

/** Compares settings that are given under the name of a crawl with those that it has. */
export function compareSettings(crawl: Settings, given: Settings): SettingsDifference {
  const [before, after] = [comparable(crawl, crawl), comparable(given, crawl)];
  const names = Object.keys({ ...before, ...after }).flatMap((name) => differences(name, before[name], after[name]));
  const [fixed, limits] = [names.filter((one) => !isLimit(one.name)), names.filter((one) => isLimit(one.name))];
  const shown = (value: unknown) => (value === null ? 'no limit' : `${value}`);
  return {
    fixed: [...fixed.map(({ name }) => name), ...(newSeeds(crawl, given).length > 0 ? ['seeds'] : [])],
    limits: limits.map((one) => `${one.name}: ${shown(one.before)} → ${shown(one.after)}`),
    removed: limits.filter(({ after }) => after === null).map(({ name, before }) => `${name}: ${before}`),
  };
}

/**
 * Returns settings with what `replacedSettings` replaces as the crawl has it, except for limits. Both are parsed again, so that their keys have the
 * same order. Seeds that the crawl was given later do not matter.
 */
function comparable(settings: Settings, crawl: Settings): Record<string, unknown> {
  const { seeds, deleted } = crawl;
  const { limits, budget } = settings;
  return readSettings({ ...withoutFolders({ ...replacedSettings(crawl, settings), limits, budget }), seeds, deleted });
}

type Difference = { name: string; before: unknown; after: unknown };

/** @returns the setting if it differs, or those below it */
function differences(name: string, before: unknown, after: unknown): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isJsonObject(before) || !isJsonObject(after) || name.includes('.')) return [{ name, before, after }];
  return Object.keys({ ...before, ...after }).flatMap((key) => differences(`${name}.${key}`, before[key], after[key]));
}

/** Returns the last part of a path of any system. */
const baseName = (path: string): string => path.split(/[\\/]/).at(-1)!;

/** A stack identifies files by their names alone, so the folder of the settings file does not matter (`plugins.ts`). */
function withoutFolders(settings: Settings): Settings {
  const { clean, plugins, topic } = settings;
  const geoip = clean.geoip && baseName(clean.geoip);
  const filters = topic.filters.map((filter) =>
    'plugin' in filter ? { ...filter, plugin: baseName(filter.plugin) } : filter,
  );
  return {
    ...settings,
    clean: { ...clean, geoip },
    plugins: plugins.map(baseName),
    topic: { ...topic, filters },
  };
}

/** The given seeds that the crawl does not have. */
export function newSeeds(crawl: Settings, { seeds }: Settings): Settings['seeds'] {
  const known = new Set(crawl.seeds.map((seed) => JSON.stringify(seed)));
  return seeds.filter((seed) => !known.has(JSON.stringify(seed)));
}
