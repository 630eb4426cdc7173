import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { compileTermFilter } from '../shared/classify/filters/terms.ts';
import { readTopicFile, TopicFileError } from '../shared/classify/terms/topic-file.ts';
import { crawlFileError, readCrawlFile } from '../shared/settings/crawl-file.ts';
import { type Fault, SettingsError } from '../shared/settings/faults.ts';
import { loadExtractor } from '../shared/settings/load-clean-options.ts';
import { readSettings } from '../shared/settings/read-settings.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { filterOf } from '../shared/settings/stage-options.ts';
import type { FilterSetting } from '../shared/settings/topic/filters.ts';
import { findAlertFaults } from './alerts/find-alert-faults.ts';
import { UsageError } from './command.ts';
import { findHeaderFaults } from './find-header-faults.ts';
import { findSiteFaults, loadFilter } from './load-filter.ts';
import { loadMenus } from './load-menus.ts';
import { loadTargets } from './load-targets.ts';
import { loadVocabularies } from './load-vocabularies.ts';
import { describeReadError, encodingFault, readUtf8File } from './read-text-file.ts';
import { loadClassify, loadPlugin } from './run/plugins.ts';
import { dropSeedPositions, loadSeed, type ReadFile } from './seeds/load-seeds.ts';

/** Whether an argument names a crawl.yaml. */
export function isCrawlFile(operand: string): boolean {
  return /\.(ya?ml|json)$/i.test(operand) && !operand.includes('://');
}

/** Settings from the command line. They override those of a file, group by group. */
export type Overrides = Record<string, unknown>;

/**
 * Loads a crawl.yaml and the files that it refers to, relative to its folder. The result is self-contained: it is
 * stored with the crawl and read where the files do not exist.
 *
 * @throws SettingsError, TopicFileError; UsageError if the crawl.yaml itself cannot be read
 */
export async function loadCrawlFile(fileName: string, over: Overrides = {}): Promise<Settings> {
  const text = await readUtf8File(fileName);
  const settings = readCrawlFile(text, fileName, over);
  const failed = (faults: Fault[]) => crawlFileError(text, fileName, faults);
  const found = [...findSiteFaults(settings.topic.filters), ...findAlertFaults(settings)];
  return loadReferencedFiles(settings, dirname(fileName), failed, found);
}

/** Takes the place of seeds that nothing reads. Never fetched. */
export const PLACEHOLDER_SEED = 'https://seed.invalid/';

/**
 * Loads a crawl.yaml for a command that judges or cleans given pages. The file needs no seeds, and their files are not read.
 *
 * @throws SettingsError, TopicFileError; UsageError if the crawl.yaml itself cannot be read
 */
export function loadCrawlFileWithoutSeeds(fileName: string): Promise<Settings> {
  return loadCrawlFile(fileName, { seeds: [PLACEHOLDER_SEED] });
}

/** Loads settings without a crawl.yaml. File names are relative to the current folder. */
export async function loadInlineSettings(given: Overrides): Promise<Settings> {
  return loadReferencedFiles(readSettings(given), '.', (faults) => new SettingsError(faults));
}

/** @param found faults that are reported with those of the files */
async function loadReferencedFiles(
  settings: Settings,
  folder: string,
  failed: (faults: Fault[]) => Error,
  found: readonly Fault[] = [],
): Promise<Settings> {
  const faults = [...found, ...findHeaderFaults(settings)];
  const readBytes = async (name: string, path: Fault['path']): Promise<Buffer> => {
    try {
      return await readFile(resolve(folder, name));
    } catch (error) {
      faults.push({ path, message: `${name}: ${describeReadError(error)}` });
      return Buffer.alloc(0);
    }
  };
  const read: ReadFile = async (name, path, encoding) => (await readBytes(name, path)).toString(encoding);
  const readText: ReadFile = async (name, path, encoding) => {
    const bytes = await readBytes(name, path);
    if (encoding === 'base64') return bytes.toString(encoding);
    const fault = bytes.includes(0) ? `${name}: is a binary file; give a text file` : encodingFault(bytes, name);
    if (fault === undefined) return bytes.toString();
    faults.push({ path, message: fault });
    return '';
  };
  const place = { folder, read, describeReadError };
  const seeds = await Promise.all(settings.seeds.map((seed, i) => loadSeed(seed, i, place, faults)));
  const filters = await Promise.all(
    settings.topic.filters.map((filter, i) =>
      'plugin' in filter ? loadPluginRow(filter, i, folder, faults) : loadFilter(filter, i, readText, faults),
    ),
  );
  const vocabularies = await loadVocabularies(settings, readText, faults);
  const targets = await loadTargets(settings, readText, faults);
  const menus = await loadMenus(settings.search.menus, readText, faults);
  const plugins = await Promise.all(settings.plugins.map((name, i) => checkPlugin(resolve(folder, name), i, faults)));
  const clean = await checkGeoipDatabase(settings.clean, folder, faults);
  await loadExtractor(settings).catch((error: Error) =>
    faults.push({ path: ['extract', 'rules'], message: error.message }),
  );
  const invalidLines = checkTopicFiles(filters, faults);
  if (faults.length > 0) {
    const error = failed(faults);
    throw invalidLines.length > 0 ? new UsageError(error.message, ...invalidLines) : error;
  }
  if (invalidLines.length > 0) throw new TopicFileError(invalidLines);
  const topic = { ...settings.topic, filters };
  const search = { ...settings.search, menus };
  return dropSeedPositions({ ...settings, clean, plugins, vocabularies, targets, search, seeds: seeds.flat(), topic });
}

/**
 * Loads a plug-in once, so that its errors are reported before the crawl starts.
 *
 * @returns the absolute path, which is valid in every folder
 */
async function checkPlugin(file: string, i: number, faults: Fault[]): Promise<string> {
  await loadPlugin(file).catch((error: Error) => faults.push({ path: ['plugins', i], message: error.message }));
  return file;
}

/** Loads a plug-in of the topic. @returns the row with the absolute path and the function */
async function loadPluginRow(
  row: Extract<FilterSetting, { plugin: string }>,
  i: number,
  folder: string,
  faults: Fault[],
): Promise<FilterSetting> {
  const plugin = resolve(folder, row.plugin);
  try {
    return { ...row, plugin, classify: await loadClassify(plugin, row.timeoutMs) };
  } catch (error) {
    faults.push({ path: ['topic', 'filters', i, 'plugin'], message: (error as Error).message });
    return row;
  }
}

/** Opens the GeoIP database once, so that its errors are reported before the crawl starts. */
async function checkGeoipDatabase(
  clean: Settings['clean'],
  folder: string,
  faults: Fault[],
): Promise<Settings['clean']> {
  if (clean.geoip === null) return clean;
  const file = resolve(folder, clean.geoip);
  const { openCountryDatabase: countryReader } = await import('../shared/clean/metadata/country-of-ip.ts');
  const path = ['clean', 'geoip'];
  try {
    countryReader(await readFile(file));
  } catch (error) {
    faults.push({ path, message: `${clean.geoip}: ${describeReadError(error)}` });
  }
  return { ...clean, geoip: file };
}

/** Compiles all topic files that could be read. @returns messages about invalid lines, with file and line */
function checkTopicFiles(filters: readonly FilterSetting[], faults: readonly Fault[]): string[] {
  const isUnread = (at: number) => faults.some(({ path: [group, , i] }) => group === 'topic' && i === at);
  return filters.flatMap((setting, i) => {
    if (!('terms' in setting) || isUnread(i)) return [];
    try {
      const filter = filterOf(setting);
      if (!('terms' in filter)) return [];
      readTopicFile(filter.terms, filter.file);
      compileTermFilter(filter);
      return [];
    } catch (error) {
      if (error instanceof TopicFileError) return error.lines;
      throw error;
    }
  });
}
