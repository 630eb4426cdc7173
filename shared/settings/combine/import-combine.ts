/** Converts the configuration of the crawler Combine to settings, and names everything that has no counterpart. */
import { documentFormat } from '../../clean/document-formats.ts';
import { SettingsError } from '../faults.ts';
import { mergeSettings } from '../presets.ts';
import { readSettings } from '../read-settings.ts';
import { productOf } from '../sources/new-crawl-file.ts';
import { CONVERTED_KEYS, type Converted, LOST_KEYS, SVM_MODEL, UNUSED_KEYS } from './combine-keys.ts';
import type { ConfigEntry, ConfigPosition } from './config-general.ts';

/** A part of the configuration that became no setting. `isLost`: the crawl will differ from Combine's. */
export type ImportNote = ConfigPosition & { key: string; message: string; isLost: boolean };

export type CombineImport = {
  /** Settings that are valid with seeds. */
  settings: Record<string, unknown>;
  /** In the order of the files. */
  notes: ImportNote[];
};

/** Files beside the configuration: their names for the crawl.yaml; absent if they do not exist. */
export type CombineFiles = { topicDefinition?: string; sitesOk?: string };

type State = CombineImport & { values: Map<string, ConfigEntry & { value: string }> };

/**
 * Converts the entries of one or more files. A later value of a key replaces an earlier one; lists are joined.
 *
 * @param crawl name of the crawl, for its User-Agent
 */
export function importCombine(entries: readonly ConfigEntry[], crawl: string, files: CombineFiles): CombineImport {
  // Combine follows every link that its lists allow.
  const state: State = { settings: { scope: 'any' }, notes: [], values: new Map() };
  for (const entry of entries)
    if (entry.entries) importBlock(entry, state);
    else state.values.set(entry.key.toLowerCase(), entry);
  for (const [key, entry] of state.values) if (!TOGETHER.has(key)) importValue(key, entry, state);
  importTopic(state, files);
  importOperator(state, crawl);
  const order = [...new Set(entries.map(({ file }) => file))];
  state.notes.sort((a, b) => order.indexOf(a.file) - order.indexOf(b.file) || a.line - b.line);
  return { settings: state.settings, notes: state.notes };
}

/** Keys that become settings together with others. */
const TOGETHER = new Set(['docheckrecord', 'classifyplugin', 'operator-email']);

function note(state: State, { file, line, key }: ConfigEntry, message: string, isLost = true): void {
  state.notes.push({ file, line, key, message, isLost });
}

function importValue(key: string, entry: ConfigEntry & { value: string }, state: State): void {
  const rule = Object.hasOwn(CONVERTED_KEYS, key) ? CONVERTED_KEYS[key] : undefined;
  if (rule) apply(rule(entry.value), entry, state);
  else if (Object.hasOwn(UNUSED_KEYS, key)) noteValue(entry, UNUSED_KEYS[key]!, state, false);
  else if (Object.hasOwn(LOST_KEYS, key)) noteValue(entry, LOST_KEYS[key]!, state);
  else note(state, entry, 'unknown key');
}

/** Notes why a key is not used, unless it has no value. */
function noteValue(entry: ConfigEntry & { value: string }, message: string, state: State, isLost = true): void {
  if (entry.value.trim() !== '') note(state, entry, message, isLost);
}

/** Adds a setting if it is valid. */
function apply(converted: Converted, entry: ConfigEntry, state: State): void {
  if (converted === 'as-always') return;
  if ('lost' in converted) {
    note(state, entry, converted.lost);
    return;
  }
  const layer = converted.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), converted.value);
  const problem = findProblem(layer as Record<string, unknown>);
  if (problem !== undefined) note(state, entry, problem);
  else state.settings = mergeSettings(state.settings, layer as Record<string, unknown>);
}

/** Returns what is wrong with settings, or undefined. */
function findProblem(settings: Record<string, unknown>): string | undefined {
  try {
    readSettings({ seeds: ['http://example.org/'], ...settings });
    return undefined;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  }
}

type Block = ConfigEntry & { entries: ConfigEntry[] };
type Row = ConfigEntry & { text: string };

/** Readers of blocks, by their name in lower case. */
const BLOCKS: Record<string, (rows: Row[], state: State) => void> = {
  allow: (rows, state) => importPatterns('allow', rows, state),
  exclude: (rows, state) => importPatterns('exclude', rows, state),
  serveralias: importAliases,
  sessionids: importWords('sessionIds'),
  binext: importWords('fetch.headFirst', (word) => word.replace(/^\./, '').toLowerCase()),
  converters: importConverters,
};

function importBlock(block: Block, state: State): void {
  const name = block.key.toLowerCase();
  if (name === 'url') {
    for (const inner of block.entries)
      if (inner.entries) importBlock(inner as Block, state);
      else if (Object.hasOwn(BLOCKS, inner.key.toLowerCase())) BLOCKS[inner.key.toLowerCase()]!(linesOf(inner), state);
      else note(state, inner, 'unknown key in <url>');
    return;
  }
  const read = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (!read) {
    note(state, { ...block, key: `<${block.key}>` } as ConfigEntry, 'unknown block');
    return;
  }
  for (const inner of block.entries) if (inner.entries) note(state, inner, `a block in <${block.key}> has no meaning`);
  const rows = block.entries.flatMap((row) => (row.entries ? [] : linesOf(row)));
  read(rows, state);
}

/** Splits a here-document into its lines. */
function linesOf(row: ConfigEntry & { text: string; value: string }): Row[] {
  const lines = row.text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((text) => ({ ...row, text: text.trim() }));
}

/** Appends to a list if it stays valid. */
function append(path: string, item: unknown, row: Row, state: State, before = ''): void {
  const keys = path.split('.');
  const list = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], state.settings);
  const problem = findProblem(
    keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [item]) as Record<string, unknown>,
  );
  if (problem !== undefined) {
    note(state, row, `${before}${problem}`);
    return;
  }
  apply({ path: keys, value: [...new Set([...((list as unknown[] | undefined) ?? []), item])] }, row, state);
}

/** Imports rows `HOST: regex` and `URL regex`. Patterns are regular expressions of Perl; the settings have those of RE2. */
function importPatterns(list: 'allow' | 'exclude', rows: readonly Row[], state: State): void {
  for (const row of rows) {
    const [, kind, regex] = /^(HOST:?|URL:?)\s+(.+)$/.exec(row.text) ?? [];
    const shown = { ...row, key: row.text };
    if (kind === undefined || regex === undefined) note(state, shown, `neither HOST: nor URL in <${list}>`);
    else {
      const prefix = kind.startsWith('HOST') ? 'HOST:' : 'URL';
      append(list, `${prefix} ${translateRegex(regex)}`, shown, state, 'regular expression not supported by RE2: ');
    }
  }
}

/** Replaces spellings of Perl that RE2 has under another name. The rest is the same, or RE2 refuses it. */
function translateRegex(regex: string): string {
  const names: Record<string, string> = { '\\Z': '\\z', '\\h': '[ \\t]', '\\R': '(?:\\r\\n|\\n|\\r)' };
  return regex.replace(/\\./gs, (sequence) => names[sequence] ?? sequence);
}

/** Imports rows `main.host alias.host …`. */
function importAliases(rows: readonly Row[], state: State): void {
  for (const row of rows) {
    const [main, ...aliases] = row.text.split(/[\s=]+/);
    if (aliases.length === 0) note(state, { ...row, key: row.text }, 'a server without an alias');
    for (const alias of aliases) apply({ path: ['aliases', alias], value: main }, { ...row, key: row.text }, state);
  }
}

function importWords(path: string, convert = (word: string) => word): (rows: readonly Row[], state: State) => void {
  return (rows, state) => {
    for (const row of rows)
      for (const word of row.text.split(/\s+/)) append(path, convert(word), { ...row, key: word }, state);
  };
}

/** Imports rows `media type ; external command ; internal converter`. */
function importConverters(rows: readonly Row[], state: State): void {
  for (const row of rows) {
    const [type = '', command = '', internal = ''] = row.text.split(';').map((part) => part.trim());
    const shown = { ...row, key: type };
    const format = documentFormat(type.toLowerCase());
    if (command === '') continue;
    if (format === undefined) note(state, shown, `no program can be set for this type: ${command}`);
    else if (format !== 'ps') note(state, shown, `the built-in converter for ${format} replaces ${command}`, false);
    else if (/[|<>&;$`"']/.test(command)) note(state, shown, `programs run without a shell: ${command}`);
    else {
      const words = command.replace(/%s|\$1/g, '{in}').split(/\s+/);
      const output = /html/i.test(internal) ? 'html' : 'text';
      const program = { command: words.includes('{in}') ? words : [...words, '{in}'], output };
      apply({ path: ['documents', 'programs', format], value: program }, shown, state);
    }
  }
}

/** Imports the topic check: `doCheckRecord`, `classifyPlugIn`, the topic definition and the list of relevant sites. */
function importTopic(state: State, { topicDefinition, sitesOk }: CombineFiles): void {
  const check = state.values.get('docheckrecord');
  const plugIn = state.values.get('classifyplugin');
  const name = plugIn?.value.trim() ?? '';
  if (!check || !/^(?:1|yes|on|true)$/i.test(check.value.trim())) {
    if (plugIn && name !== '') note(state, plugIn, 'not used, because doCheckRecord is off', false);
    return;
  }
  if (plugIn && /SVM/i.test(name)) {
    note(state, plugIn, SVM_MODEL);
    return;
  }
  if (plugIn && name !== '' && !/^Combine::(?:Pos)?Check_record$/.test(name)) {
    note(state, plugIn, 'a Perl module; write a plug-in instead (`topic.filters`: plugin)');
    return;
  }
  if (topicDefinition === undefined) {
    note(state, check, 'topicdefinition.txt was not found beside this file');
    return;
  }
  const filters = [
    ...(sitesOk === undefined ? [] : [{ sitesOk: { file: sitesOk } }]),
    { terms: topicDefinition, ...(/PosCheck/.test(name) && { algorithm: 2 }) },
  ];
  state.settings = {
    ...state.settings,
    // Combine drops the links of pages that its topic check rejects.
    topic: { filters, follow: 'relevant' },
  };
}

/** The mail address in the User-Agent tells site owners whom to write to. */
function importOperator(state: State, crawl: string): void {
  const entry = state.values.get('operator-email');
  const mail = entry?.value.trim() ?? '';
  if (!entry || mail === '') return;
  if (/^YOURNAME@/i.test(mail)) {
    note(state, entry, 'the placeholder of jobdefault.cfg; set userAgent');
    return;
  }
  apply({ path: ['userAgent'], value: `${productOf(crawl)}/1.0 (+mailto:${mail})` }, entry, state);
}
