/**
 * Other names of settings. A crawl.yaml may group some settings as they belong together for its author (`limits.depth`, `budget.pages`,
 * `topic.strategy`) rather than by the part that reads them.
 */

import { DOCUMENT_FORMATS, FORMAT_NAMES } from '../../clean/document-formats.ts';
import { PLAIN_TYPES } from '../../clean/metadata/map-metadata.ts';
import { isGroup, mergeSettings } from '../presets.ts';

type Path = readonly (string | number)[];
type Group = Record<string, unknown>;

/**
 * `settings`: returns the group of settings that a value stands for. `to`: where most of it goes. `also`: where the rest goes. `isSame`: the
 * value is that of the setting.
 */
type OtherName = {
  from: readonly string[];
  to: readonly string[];
  also?: readonly string[];
  isSame?: boolean;
  meaning: string;
  settings(value: unknown): Group;
};

/** Other names of settings, with what they mean. A value that does not have the expected form is left for the validation to report. */
export const OTHER_NAMES: readonly OtherName[] = [
  sameValue('limits.depth', 'limits.maxDepth'),
  sameValue('budget.pages', 'limits.pages'),
  {
    ...sameValue('network.proxy', 'fetch.proxy'),
    isSame: false,
    meaning: '`fetch.proxy`; a URL alone is its `url`',
    settings: (value) => ({ fetch: { proxy: typeof value === 'string' ? { url: value } : value } }),
  },
  sameValue('topic.strategy', 'strategy'),
  sameValue('topic.tunnelling', 'cindi.biasFactor'),
  sameValue('search.menus.category', 'search.menus.class'),
  {
    from: ['fields'],
    to: ['metadata', 'fields'],
    also: ['metadata', 'grammars'],
    meaning:
      '`metadata.fields`, as a list of `{name, from, list, grammar}`: `name` is `field`, `from` is `meta`, `list: true` is `type: list`. `grammar` lists the names of parts between `;`, and becomes one of `metadata.grammars`',
    settings: (value) => ({ metadata: metadataOf(value) }),
  },
  {
    from: ['converters'],
    to: ['documents', 'programs'],
    also: ['documents', 'timeoutMs'],
    meaning:
      '`documents.programs` by media type: `application/postscript: {command: "ps2ascii {in}", to: text, timeoutS: 30}`. `command` is divided at spaces, `to` is `output`. The longest `timeoutS` is `documents.timeoutMs`, for all documents',
    settings: (value) => ({ documents: documentsOf(value) }),
  },
];

/** Other names of values: `adaptive` is what some call a strategy that learns while it crawls. */
export const OTHER_STRATEGIES: ReadonlyMap<unknown, string> = new Map<unknown, string>([['adaptive', 'focused']]);

/** Settings by their own names. `givenPath`: returns the keys that the author wrote for the path of a setting. */
export type NamedSettings = { settings: unknown; givenPath(path: Path): (string | number)[] };

/**
 * Replaces other names of settings by their own. A setting that has a value under its own name keeps it, and the other name is left to be
 * reported as unknown.
 */
export function useOwnNames(given: unknown): NamedSettings {
  if (!isGroup(given)) return { settings: given, givenPath: (path) => [...path] };
  let settings: Group = given;
  const used: OtherName[] = [];
  for (const name of OTHER_NAMES) {
    const value = valueAt(given, name.from);
    if (value === undefined || valueAt(given, name.to) !== undefined) continue;
    used.push(name);
    // Values of the file come last: `metadata.grammars` may have one of the same name.
    settings = mergeSettings(name.settings(value), filledGroups(without(settings, name.from)));
  }
  const strategy = OTHER_STRATEGIES.get(settings.strategy);
  return {
    settings: strategy === undefined ? settings : { ...settings, strategy },
    givenPath(path) {
      const isAt = (keys: readonly string[] | undefined) => keys?.every((key, i) => path[i] === key) ?? false;
      const name = used.find(({ to }) => isAt(to));
      if (name) return [...name.from, ...path.slice(name.to.length)];
      const rest = valueAt(given, path.map(String)) === undefined ? used.find(({ also }) => isAt(also)) : undefined;
      return [...(rest?.from ?? path)];
    },
  };
}

function sameValue(from: string, to: string): OtherName {
  const path = to.split('.');
  const settings = (value: unknown) => path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Group;
  return { from: from.split('.'), to: path, isSame: true, meaning: `\`${to}\``, settings };
}

function valueAt(group: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return group;
  return isGroup(group) && Object.hasOwn(group, key) ? valueAt(group[key], rest) : undefined;
}

/** Removes a key, and the group that has no other key. */
function without(group: Group, [key, ...rest]: readonly string[]): Group {
  const { [key!]: value, ...others } = group;
  if (rest.length === 0 || !isGroup(value)) return others;
  const left = without(value, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [key!]: left };
}

/** Drops sections whose lines are all commented out, which would replace the same section. */
const filledGroups = (group: Group): Group =>
  Object.fromEntries(Object.entries(group).filter(([, value]) => value !== null));

function metadataOf(value: unknown): Group {
  if (!Array.isArray(value)) return { fields: value };
  const grammars = Object.fromEntries(
    value.flatMap((row) =>
      isGroup(row) && typeof row.grammar === 'string' ? [[grammarName(row.name), grammarOf(row.grammar)]] : [],
    ),
  );
  return { fields: value.map(fieldOf), ...(Object.keys(grammars).length > 0 && { grammars }) };
}

function fieldOf(row: unknown): unknown {
  if (!isGroup(row)) return row;
  const { name, from, list, grammar, ...rest } = row;
  const type = typeof grammar === 'string' ? grammarName(name) : grammar;
  return {
    ...(name !== undefined && { field: name }),
    ...(from !== undefined && { meta: from }),
    ...(type !== undefined ? { type } : list === true && { type: 'list' }),
    ...rest,
  };
}

/** A type such as `date` is not looked up among the grammars. */
const grammarName = (field: unknown): unknown =>
  (PLAIN_TYPES as readonly unknown[]).includes(field) ? `${field}-parts` : field;

/** A list of names says nothing about the values of the parts. */
const grammarOf = (names: string): Group => ({
  separator: ';',
  parts: names.split(';').map((name) => ({ name: name.trim(), of: '<any>' })),
});

function documentsOf(value: unknown): Group {
  if (!isGroup(value)) return { programs: value };
  const seconds = Object.values(value).flatMap((row) =>
    isGroup(row) && typeof row.timeoutS === 'number' ? [row.timeoutS] : [],
  );
  const programs = Object.entries(value).map(([type, row]) => [formatOf(type), programOf(row)]);
  return {
    programs: Object.fromEntries(programs),
    ...(seconds.length > 0 && { timeoutMs: Math.round(Math.max(...seconds) * 1_000) }),
  };
}

/** Returns the format of a media type; the text itself if there is none, which the validation reports. */
function formatOf(type: string): string {
  const wanted = type.trim().toLowerCase();
  return FORMAT_NAMES.find((name) => (DOCUMENT_FORMATS[name].types as readonly string[]).includes(wanted)) ?? type;
}

function programOf(row: unknown): unknown {
  if (!isGroup(row)) return row;
  const { command, to, timeoutS, ...rest } = row;
  return {
    ...(command !== undefined && { command: typeof command === 'string' ? command.trim().split(/\s+/) : command }),
    ...(to !== undefined && { output: to }),
    ...(timeoutS !== undefined && typeof timeoutS !== 'number' && { timeoutS }),
    ...rest,
  };
}
