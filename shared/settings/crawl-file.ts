import { type Document, isNode, isPair, LineCounter, parseDocument, visit } from 'yaml';
import { type Fault, SettingsError } from './faults.ts';
import { isGroup, mergeSettings } from './presets.ts';
import { readSettings } from './read-settings.ts';
import type { Settings } from './settings.ts';
import { type NamedSettings, useOwnNames } from './sources/other-names.ts';
import type { SettingsLayer } from './sources/print-settings.ts';

/**
 * Parses and validates the text of a crawl.yaml (JSON is YAML too).
 *
 * @param fileName name of the file, for messages.
 * @param overrides settings that replace those of the file, key by key.
 * @throws SettingsError with one line per fault: `crawl.yaml:12: politeness.hostPauseMs: must be …`.
 */
export function readCrawlFile(text: string, fileName: string, overrides: Record<string, unknown> = {}): Settings {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (yaml.errors.length > 0) throw yamlError(yaml, lines, fileName);
  const { settings, givenPath } = namedSettings(yaml, fileName);
  try {
    return readSettings(isGroup(settings) ? mergeSettings(settings, overrides) : settings);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw withLines(error.faults, givenPath, yaml, lines, fileName);
  }
}

/** Returns the values of a crawl.yaml with their lines, to print where a setting comes from. Its text must be valid YAML. */
export function crawlFileLayer(text: string, fileName: string): SettingsLayer {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines });
  const { settings, givenPath } = namedSettings(yaml, fileName);
  return {
    given: settings,
    describe: (path) => `${fileName}:${lineOf(yaml, givenPath(path), lines)}`,
  };
}

/** Returns an error for faults found after parsing, such as a missing file, with their lines in the text. */
export function crawlFileError(text: string, fileName: string, faults: readonly Fault[]): SettingsError {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines });
  return withLines(faults, namedSettings(yaml, fileName).givenPath, yaml, lines, fileName);
}

const namedSettings = (yaml: Document, fileName: string): NamedSettings => useOwnNames(toPlainValue(yaml, fileName));

/** Adds lines to faults, and names settings as the file does. */
function withLines(
  faults: readonly Fault[],
  givenPath: NamedSettings['givenPath'],
  yaml: Document,
  lines: LineCounter,
  fileName: string,
): SettingsError {
  const found = faults.map((fault) => {
    const path = givenPath(fault.path);
    return { ...fault, path, line: lineOf(yaml, path, lines) };
  });
  return new SettingsError(
    found.sort((a, b) => a.line - b.line),
    fileName,
  );
}

function yamlError(yaml: Document, lines: LineCounter, fileName: string): SettingsError {
  const faults = yaml.errors.map(({ message, pos }) => ({ path: ['yaml'], message, line: lines.linePos(pos[0]).line }));
  return new SettingsError(faults, fileName);
}

/** Resolves aliases. The yaml package reports aliases that expand too far ("billion laughs") without a line. */
function toPlainValue(yaml: Document, fileName: string): unknown {
  try {
    const value: unknown = yaml.toJS({ maxAliasCount: 100 }) ?? {};
    if (hasCycle(value)) throw new Error('an alias stands inside the value that it refers to');
    return value;
  } catch (error) {
    throw new SettingsError([{ path: ['yaml'], message: (error as Error).message }], fileName);
  }
}

/** Returns whether a value contains itself (`a: &x [*x]`). */
function hasCycle(value: unknown, parents: readonly unknown[] = []): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (parents.includes(value)) return true;
  return Object.values(value).some((inner) => hasCycle(inner, [...parents, value]));
}

/** Returns the line of the deepest key of `path` that the file contains: for a missing key, the line of its parent. */
function lineOf(yaml: Document, path: Fault['path'], lines: LineCounter): number {
  for (let depth = path.length; depth > 0; depth--) {
    const offset = offsetOf(yaml, path.slice(0, depth));
    if (offset !== undefined) return lines.linePos(offset).line;
  }
  return 1;
}

/** Returns the offset of the key of a pair, because an empty value has no useful offset, or of a list item. */
function offsetOf(yaml: Document, path: Fault['path']): number | undefined {
  const parent = path.length > 1 ? yaml.getIn(path.slice(0, -1), true) : yaml.contents;
  const last = path.at(-1);
  let found: number | undefined;
  if (!isNode(parent)) return undefined;
  visit(parent, {
    Pair(_, pair) {
      if (isNode(pair.key) && String((pair.key as { value?: unknown }).value) === String(last))
        found ??= pair.key.range?.[0];
      return visit.SKIP;
    },
    Seq(_, seq) {
      const item = seq.items[Number(last)];
      if (isNode(item) && !isPair(item)) found ??= item.range?.[0];
      return visit.SKIP;
    },
  });
  return found;
}
