import { type Document, isNode, isPair, LineCounter, parseDocument, visit } from 'yaml';
import { type Fault, SettingsError } from './faults.ts';
import { readSettings, type Settings } from './settings.ts';

/**
 * Reads the text of a crawl.yaml (JSON is YAML too).
 *
 * @param fileName only for the messages. @param add settings that count instead of the file's, key by key.
 * @throws SettingsError with a line a fault: `crawl.yaml:12: politeness.hostPauseMs: must be …`.
 */
export function readCrawlFile(text: string, fileName: string, add: Record<string, unknown> = {}): Settings {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (yaml.errors.length > 0) throw yamlError(yaml, lines, fileName);
  const given: unknown = plain(yaml, fileName);
  try {
    return readSettings(isGroup(given) ? merged(given, add) : given);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw placed(error.faults, yaml, lines, fileName);
  }
}

/** For faults that were found after reading, such as a file that is not there: finds their lines in the text. */
export function crawlFileError(text: string, fileName: string, faults: readonly Fault[]): SettingsError {
  const lines = new LineCounter();
  return placed(faults, parseDocument(text, { lineCounter: lines }), lines, fileName);
}

function placed(faults: readonly Fault[], yaml: Document, lines: LineCounter, fileName: string): SettingsError {
  const found = faults.map((fault) => ({ ...fault, line: lineOf(yaml, fault.path, lines) }));
  return new SettingsError(
    found.sort((a, b) => a.line - b.line),
    fileName,
  );
}

function yamlError(yaml: Document, lines: LineCounter, fileName: string): SettingsError {
  const faults = yaml.errors.map(({ message, pos }) => ({ path: ['yaml'], message, line: lines.linePos(pos[0]).line }));
  return new SettingsError(faults, fileName);
}

/** References that would unfold without end are an error of the yaml package, with no line. */
function plain(yaml: Document, fileName: string): unknown {
  try {
    return yaml.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    throw new SettingsError([{ path: ['yaml'], message: (error as Error).message }], fileName);
  }
}

/** The line of the deepest key of `path` that the file has; of something missing, the line of what it is missing in. */
function lineOf(yaml: Document, path: Fault['path'], lines: LineCounter): number {
  for (let depth = path.length; depth > 0; depth--) {
    const offset = offsetOf(yaml, path.slice(0, depth));
    if (offset !== undefined) return lines.linePos(offset).line;
  }
  return 1;
}

/** Of a pair the key's place: an empty value has none worth showing. */
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

/** Groups are merged key by key; anything else of `over` replaces what is there. */
function merged(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const there = result[key];
    result[key] = isGroup(value) && isGroup(there) ? merged(there, value) : value;
  }
  return result;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
