/** Prints settings as a crawl.yaml that reads back as the same settings, with the source of each value in a comment. */
import { Document, isScalar, type Pair, Scalar, type YAMLMap } from 'yaml';
import { isGroup, PRESETS } from '../presets.ts';
import type { Settings } from '../settings.ts';
import { settingPaths } from './environment.ts';

/** A source of settings. */
export type SettingsLayer = {
  /** The values as given, without defaults. */
  given: unknown;
  /** Names the place of a value for people: `crawl.yaml:12`, `--limit`. */
  describe(path: readonly string[]): string;
};

/**
 * Returns complete settings as YAML.
 *
 * @param layers sources of the settings, in falling precedence. Values in none of them are from the preset, or defaults
 */
export function printSettings(settings: Settings, layers: readonly SettingsLayer[]): string {
  const paths = settingPaths();
  const values = JSON.parse(JSON.stringify(settings)) as Record<string, unknown>;
  const keys = [...new Set(paths.map(([key]) => key!))].filter((key) => values[key] !== undefined);
  const document = new Document(Object.fromEntries(keys.map((key) => [key, values[key]])));
  for (const path of paths) {
    const parent = path.length > 1 ? document.getIn(path.slice(0, -1)) : document.contents;
    const pair = (parent as YAMLMap | undefined)?.items?.find(({ key }) => String(key) === path.at(-1));
    if (pair) addComment(pair as Pair<Scalar, unknown>, ` ${sourceOf(path, settings, layers)}`);
  }
  return document.toString({ lineWidth: 0 });
}

/** Writes a comment behind a value of one line, or above the key of a longer one or a list. */
function addComment({ key, value }: Pair<Scalar, unknown>, comment: string): void {
  if (isScalar(value) && !String(value.value).includes('\n')) value.comment = comment;
  else if (key instanceof Scalar) key.commentBefore = comment;
}

function sourceOf(path: readonly string[], { preset }: Settings, layers: readonly SettingsLayer[]): string {
  const layer = layers.find(({ given }) => hasValue(given, path));
  if (layer) return layer.describe(path);
  return preset !== undefined && hasValue(PRESETS[preset].settings, path) ? `preset ${preset}` : 'default';
}

/** Returns whether the value at the path is given. A section that is `null` has only commented-out lines. */
function hasValue(given: unknown, path: readonly string[]): boolean {
  const isEmptySection = isGroup(given) && given[path[0]!] === null;
  let at: unknown = given;
  for (const key of path) {
    if (!isGroup(at) || !Object.hasOwn(at, key)) return false;
    at = at[key];
  }
  return !isEmptySection;
}
