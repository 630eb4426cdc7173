/**
 * Parses the syntax of Perl's Config::General, which Combine's configuration uses: `key = value` or `key value`, blocks
 * `<name> … </name>`, here-documents `key <<END … END`, lines continued with `\`, comments with `#` and in the style of C, includes.
 */

/** Position of an entry or a fault. Lines count from 1. */
export type ConfigPosition = { file: string; line: number };

/** `text`: the line without its comment, for blocks that are lists of lines. */
export type ConfigEntry = ConfigPosition & { key: string } & (
    | { value: string; text: string; entries?: undefined }
    | { entries: ConfigEntry[] }
  );

export type ConfigFault = ConfigPosition & { message: string };

export type ParsedConfig = { entries: ConfigEntry[]; faults: ConfigFault[] };

/** Reads an included file. @param from the file that includes it. @returns its name and text, or what is wrong */
export type ReadInclude = (name: string, from: string) => { file: string; text: string } | { problem: string };

/** Maximum nesting of included files, which also ends cycles. */
const MAX_INCLUDES = 10;

type State = ParsedConfig & {
  open: { key: string; entries: ConfigEntry[]; at: ConfigPosition }[];
  include: ReadInclude;
};

/** Parses a file and the files that it includes. Never throws. */
export function parseConfig(text: string, file: string, include: ReadInclude): ParsedConfig {
  const state: State = { entries: [], faults: [], open: [], include };
  readLines(text, file, state, 0);
  for (const { key, at } of state.open) state.faults.push({ ...at, message: `<${key}> is not closed` });
  return { entries: state.entries, faults: state.faults };
}

function readLines(text: string, file: string, state: State, depth: number): void {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  for (let i = 0; i < lines.length; i++) {
    const at = { file, line: i + 1 };
    if (/^\s*\/\*/.test(lines[i]!)) {
      while (i < lines.length && !lines[i]!.includes('*/')) i++;
      continue;
    }
    let line = withoutComment(lines[i]!);
    while (line.endsWith('\\') && i + 1 < lines.length) line = `${line.slice(0, -1)}${withoutComment(lines[++i]!)}`;
    if (line === '') continue;
    const heredoc = /^([^\s=<]+)(?:\s*=\s*|\s+)<<\s*(\w+)$/.exec(line);
    if (heredoc) i = readHeredoc({ ...at, key: heredoc[1]!, end: heredoc[2]! }, lines, i, state);
    else readLine(line, at, state, depth);
  }
}

/** Removes a comment: `#` at the start or after white space. `\#` is the character. */
const withoutComment = (line: string): string =>
  line
    .replace(/(^|\s)#.*$/, '$1')
    .replaceAll('\\#', '#')
    .trim();

/**
 * Reads the here-document that begins after the line `from`.
 *
 * @returns the index of its last line
 */
function readHeredoc(
  { key, end, ...at }: ConfigPosition & { key: string; end: string },
  lines: readonly string[],
  from: number,
  state: State,
): number {
  let last = from + 1;
  while (last < lines.length && lines[last]!.trim() !== end) last++;
  if (last === lines.length) state.faults.push({ ...at, message: `${key}: the here-document is not closed by ${end}` });
  const indent = /^\s*/.exec(lines[last] ?? '')![0];
  const body = lines.slice(from + 1, last).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  const value = body.join('\n');
  addEntry({ ...at, key, value, text: value }, state);
  return last;
}

function readLine(line: string, at: ConfigPosition, state: State, depth: number): void {
  const included = /^<<\s*include(\w*)\s+(.+?)\s*>>$/i.exec(line) ?? /^include(dir|optional)?\s+(.+)$/i.exec(line);
  const block = /^<([^<>/][^<>]*?)\s*(\/?)>$/.exec(line);
  const close = /^<\/\s*([^<>]*?)\s*>$/.exec(line);
  if (included) readInclude(unquote(included[2]!), at, state, depth);
  else if (block) openBlock(block[1]!, block[2] === '/', at, state);
  else if (close) closeBlock(close[1]!, at, state);
  else {
    const [, key, value = ''] = /^([^\s=]+)\s*=\s*(.*)$/.exec(line) ?? /^(\S+)(?:\s+(.*))?$/.exec(line)!;
    addEntry({ ...at, key: key!, value: unquote(value), text: line }, state);
  }
}

const unquote = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;

function addEntry(entry: ConfigEntry, { open, entries }: State): void {
  (open.at(-1)?.entries ?? entries).push(entry);
}

function openBlock(key: string, isEmpty: boolean, at: ConfigPosition, state: State): void {
  const block = { ...at, key, entries: [] };
  addEntry(block, state);
  if (!isEmpty) state.open.push({ key, entries: block.entries, at });
}

function closeBlock(name: string, at: ConfigPosition, state: State): void {
  const opened = state.open.at(-1)?.key.split(/\s/)[0];
  if (opened?.toLowerCase() === name.toLowerCase()) state.open.pop();
  else state.faults.push({ ...at, message: `</${name}> closes nothing${opened ? `; <${opened}> is open` : ''}` });
}

function readInclude(name: string, at: ConfigPosition, state: State, depth: number): void {
  const found = depth < MAX_INCLUDES ? state.include(name, at.file) : { problem: `more than ${MAX_INCLUDES} nested` };
  if ('problem' in found) state.faults.push({ ...at, message: `include ${name}: ${found.problem}` });
  else readLines(found.text, found.file, state, depth + 1);
}
