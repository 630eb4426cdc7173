import { isJsonObject } from '../../text/json-values.ts';
import type { Settings } from '../settings.ts';
import { hasWiderSeeds } from './widened-scope.ts';

/** Commands that apply a changed setting to the pages that are stored. */
export type ApplyingCommand = 'reclassify' | 'reclean' | 'recrawl';

/** A changed setting by its key, such as `clean.mainText`, and the command that applies it to stored pages. */
export type ChangedSetting = { key: string; command: ApplyingCommand };

/** Sections whose keys have a row each, because different commands apply them. */
type DividedSection = 'limits' | 'fetch';

type SettingKey =
  | Exclude<keyof Settings, DividedSection>
  | { [section in DividedSection]: `${section}.${keyof Settings[section] & string}` }[DividedSection];

/**
 * What applies each setting to stored pages, by section, or by key in a divided section.
 *
 * `reclassify`: verdicts, and which links of stored pages are followed. `reclean`: what is read from a stored capture.
 * `recrawl`: what is requested, and how much of a response is stored. `null`: the setting concerns only what is done next, such as
 * pauses and limits.
 */
const COMMANDS: Readonly<Record<SettingKey, ApplyingCommand | null>> = {
  topic: 'reclassify',
  vocabularies: 'reclassify',
  scope: 'reclassify',
  allow: 'reclassify',
  exclude: 'reclassify',
  stopDirectories: 'reclassify',
  'limits.maxDepth': 'reclassify',
  'limits.maxPathDepth': 'reclassify',
  'limits.maxPagesPerHost': 'reclassify',
  'limits.maxPagesPerTemplate': 'reclassify',
  'limits.maxHostsPerDomain': 'reclassify',
  autoRecycleLinks: 'reclassify',
  seeds: 'reclassify',
  analyse: 'reclean',
  clean: 'reclean',
  documents: 'reclean',
  metadata: 'reclean',
  extract: 'reclean',
  news: 'reclean',
  plugins: 'reclean',
  extractLinksFromText: 'reclean',
  embeddedFiles: 'reclean',
  trackingParameters: 'reclean',
  sessionIds: 'reclean',
  foldSlashes: 'reclean',
  dropIndexPages: 'reclean',
  sortParameters: 'reclean',
  'limits.maxUrlLength': 'reclean',
  'limits.maxPageBytes': 'recrawl',
  'fetch.acceptLanguage': 'recrawl',
  'fetch.headers': 'recrawl',
  'fetch.credentials': 'recrawl',
  'fetch.cookies': 'recrawl',

  'limits.pages': null,
  'limits.maxRedirects': null,
  'limits.fetchTimeoutMs': null,
  'limits.maxSitemapBytes': null,
  'fetch.connectTimeoutMs': null,
  'fetch.firstByteTimeoutMs': null,
  'fetch.maxBytesPerSecond': null,
  'fetch.maxHeaderBytes': null,
  'fetch.maxUnpackRatio': null,
  'fetch.types': null,
  'fetch.exceptTypes': null,
  'fetch.headFirst': null,
  'fetch.ftp': null,
  'fetch.http2': null,
  'fetch.proxy': null,
  crawl: null,
  preset: null,
  userAgent: null,
  sitemaps: null,
  strategy: null,
  seedsACycle: null,
  followRedirects: null,
  aliases: null,
  foundAliases: null,
  avoidDirectories: null,
  urlWords: null,
  politeness: null,
  budget: null,
  network: null,
  rendering: null,
  concurrency: null,
  robots: null,
  revisit: null,
  schedules: null,
  targets: null,
  cindi: null,
  duplicates: null,
  search: null,
  alerts: null,
  notify: null,
  mail: null,
  annotations: null,
  aws: null,
  deleted: null,
};

/** Limits that refuse links. A lower one holds for what is done next: what waits and is stored stays as it is, or is refused in time. */
const LINK_LIMITS: ReadonlySet<string> = new Set<`limits.${keyof Settings['limits']}`>([
  'limits.maxDepth',
  'limits.maxPathDepth',
  'limits.maxPagesPerHost',
  'limits.maxPagesPerTemplate',
  'limits.maxHostsPerDomain',
  'limits.maxUrlLength',
]);

/** Compares two versions of the settings of a crawl. @returns the changed keys that concern stored pages, in order */
export function changedSettings(before: Settings, now: Settings): ChangedSetting[] {
  const keys = new Set([...changedKeys(asStored(before), asStored(now), '')].map(settingOf));
  return [...keys].flatMap((key) => {
    const command = commandOf(key);
    return command && !refusesNoMore(key, before, now) ? [{ key, command }] : [];
  });
}

/** Whether a setting that refuses links refuses no less than before: stored pages have no links to offer again. */
function refusesNoMore(key: string, before: Settings, now: Settings): boolean {
  return key === 'seeds' ? !hasWiderSeeds(before, now) : isLoweredLimit(key, before, now);
}

function isLoweredLimit(key: string, before: Settings, now: Settings): boolean {
  if (!LINK_LIMITS.has(key)) return false;
  const name = key.slice('limits.'.length) as 'maxDepth' | 'maxPathDepth';
  return (now.limits[name] ?? Number.POSITIVE_INFINITY) < (before.limits[name] ?? Number.POSITIVE_INFINITY);
}

/** Stored vocabularies hold their texts. A user names a file: `vocabularies.subject.vocabularyText` → `vocabularies.subject`. */
const settingOf = (key: string): string => /^vocabularies\.[^.]+/.exec(key)?.[0] ?? key;

/** A key inside a row, such as `fetch.headers.From`, has the command of the row. */
function commandOf(key: string): ApplyingCommand | undefined {
  const commands: Readonly<Record<string, ApplyingCommand | null | undefined>> = COMMANDS;
  for (let name = key; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const command = commands[name];
    if (command) return command;
  }
  return undefined;
}

/** Returns settings as they are stored, with sorted keys: their order depends on where the settings were read from. */
function asStored(settings: Settings): unknown {
  return JSON.parse(JSON.stringify(settings), (_key, value: unknown) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Lists differ as a whole, and objects by their keys. */
function* changedKeys(before: unknown, now: unknown, key: string): Generator<string> {
  if (JSON.stringify(before) === JSON.stringify(now)) return;
  if (!isJsonObject(before) || !isJsonObject(now)) {
    yield key;
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)]))
    yield* changedKeys(before[name], now[name], key === '' ? name : `${key}.${name}`);
}
