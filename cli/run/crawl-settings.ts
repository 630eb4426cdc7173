import type { ControlStore } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { SettingsError } from '../../shared/settings/faults.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { loadTopicPlugins } from '../../shared/settings/topic/plugins.ts';
import { mergeDeleted } from '../../shared/url/deleted.ts';
import { DataFolderError } from './folder/data-folder.ts';
import { loadClassify } from './plugins.ts';

/** Returns given settings with what commands deleted from the crawl or folded in it: a crawl.yaml does not name it, and must not bring it back. */
export const withDeletions = (given: Settings, { deleted, foundAliases }: Settings): Settings => ({
  ...given,
  deleted: mergeDeleted(deleted, given.deleted),
  foundAliases: { ...foundAliases, ...given.foundAliases },
});

/** Returns given settings with all that the crawl has found or done since: deletions, aliases, and models that it has trained again. */
export const withFindings = (given: Settings, earlier: Settings): Settings =>
  withDeletions(keepRetrained(given, earlier), earlier);

/** Keeps models that the crawl has trained again from the ones that the settings name. Other files replace them. */
function keepRetrained(given: Settings, { topic: earlier }: Settings): Settings {
  const filters = given.topic.filters.map((filter) => {
    if (!('model' in filter) || filter.retrainPages === undefined) return filter;
    const known = earlier.filters.find((one) => 'model' in one && one.retrained?.from === filter.modelKey);
    return known && 'model' in known ? { ...filter, modelKey: known.modelKey, retrained: known.retrained } : filter;
  });
  return { ...given, topic: { ...given.topic, filters } };
}

/** A missing plug-in only matters to what judges by the topic, which reports it. */
const loadIfPossible = (...given: Parameters<typeof loadClassify>) => loadClassify(...given).catch(() => undefined);

/**
 * Loads the current settings of a crawl, and the plug-ins of its topic.
 *
 * @param validKey key of settings that this process has validated and saved. They need no validation, whose schemas take megabytes
 * in each thread. Absent: all settings are validated
 * @throws if the crawl or its settings do not exist; DataFolderError if the settings are damaged
 */
export async function loadStoredSettings(
  crawl: string,
  ports: { control: ControlStore; objects: Objects },
  validKey?: string,
): Promise<{ key: string; settings: Settings }> {
  const { key, bytes } = await readCurrent(crawl, ports);
  const stored = parseStored(bytes, key, crawl);
  const settings = key === validKey ? (stored as Settings) : await validate(stored, key, crawl);
  return { key, settings: await loadTopicPlugins(settings, loadIfPossible) };
}

/** Reads again if another process has replaced the settings meanwhile, which deletes old versions. */
async function readCurrent(
  crawl: string,
  { control, objects }: { control: ControlStore; objects: Objects },
): Promise<{ key: string; bytes: Uint8Array }> {
  let missing: string | undefined;
  for (;;) {
    const key = (await control.get(crawl))?.settingsKey;
    if (key === undefined) throw new Error(`there is no crawl ${crawl}`);
    const bytes = await objects.get(key);
    if (bytes) return { key, bytes };
    if (key === missing) throw new Error(`the settings of crawl ${crawl} are missing: no object ${key}`);
    missing = key;
  }
}

/**
 * Imports the schemas only when they are needed.
 *
 * @throws DataFolderError if another version stored the settings: the keys are not those of a crawl.yaml that the user could correct
 */
async function validate(stored: unknown, key: string, crawl: string): Promise<Settings> {
  const { readSettings } = await import('../../shared/settings/read-settings.ts');
  try {
    return readSettings(stored);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new DataFolderError(
      `this version of Thresher cannot read the stored settings of crawl ${crawl} (objects/${key}): ${error.lines.join('; ')}. Another version stored them, maybe a newer one: use that version`,
      { cause: error },
    );
  }
}

function parseStored(bytes: Uint8Array, key: string, crawl: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    const what = bytes.length === 0 ? 'empty' : 'damaged';
    throw new DataFolderError(
      `the settings of crawl ${crawl} are ${what}: objects/${key}; restore this file from a backup, or crawl again in another folder`,
      { cause: error },
    );
  }
}
