/** Settings from environment variables: `THRESHER_LIMITS_PAGES=100` sets `limits.pages`. Values are YAML. */
import { parse } from 'yaml';
import { nearestWord } from '../../text/nearest-word.ts';
import type { Fault } from '../faults.ts';
import { mergeSettings } from '../presets.ts';
import { type SchemaNode, settingsJsonSchema } from '../schema/json-schema.ts';

const PREFIX = 'THRESHER_';
/** Variables with this prefix that are not settings. */
const OTHER_VARIABLES = new Set(['THRESHER_DEBUG', 'THRESHER_TOKEN']);

/** Returns the variable that sets a setting: `limits.maxPathDepth` → `THRESHER_LIMITS_MAX_PATH_DEPTH`. */
export function variableOf(path: readonly (string | number)[]): string {
  const words = path.map((key) => `${key}`.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_'));
  return `${PREFIX}${words.join('_').toUpperCase()}`;
}

/** Returns the names of the variables that should set settings, also those of unknown ones. */
export const settingVariables = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !OTHER_VARIABLES.has(name))
    .sort();

/**
 * Reads the variables that set settings.
 *
 * @returns the settings, and faults for unknown variables and values that are not YAML. The path of a fault is the variable
 */
export function settingsFromEnvironment(env: Readonly<Record<string, string | undefined>>): {
  given: Record<string, unknown>;
  faults: Fault[];
} {
  const faults: Fault[] = [];
  let given: Record<string, unknown> = {};
  const names = settingVariables(env);
  if (names.length === 0) return { given, faults };
  const paths = new Map(settingPaths().map((path) => [variableOf(path), path]));
  for (const name of names) {
    const path = paths.get(name);
    if (path === undefined) faults.push({ path: [name], message: unknownVariable(name, [...paths.keys()]) });
    else
      try {
        const value: unknown = parse(env[name] ?? '');
        const layer = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
        given = mergeSettings(given, layer as Record<string, unknown>);
      } catch (error) {
        faults.push({ path: [name], message: (error as Error).message.split('\n')[0]! });
      }
  }
  return { given, faults };
}

function unknownVariable(name: string, known: string[]): string {
  const meant = nearestWord(name, known);
  return `sets no setting${meant ? `; did you mean ${meant}?` : ''}`;
}

/** Returns the paths of all settings that are not groups. */
export function settingPaths(): string[][] {
  const below = (node: SchemaNode, path: string[]): string[][] =>
    node.properties && (!node.description || path.length === 0)
      ? Object.entries(node.properties).flatMap(([key, inner]) => below(inner, [...path, key]))
      : [path];
  return below(settingsJsonSchema(), []);
}
