/**
 * Reads the metadata in front of a Markdown file, as static site generators write it: YAML between two lines of hyphens. Of YAML it knows texts, lists and
 * folded texts, which is what such files have. A YAML parser would be another 100 KB.
 */

/** Meta elements that stand for the metadata, and the text behind them. */
export type FrontMatter = {
  title: string | null;
  language: string | null;
  metas: { name: string; content: string }[];
  body: string;
};

/** Names of meta elements, and the names in the file that stand for them, in lower case. */
const META_NAMES: [meta: string, names: string[]][] = [
  ['author', ['author', 'authors', 'by']],
  ['date', ['date', 'published', 'publishdate', 'pubdate', 'created']],
  ['lastmod', ['lastmod', 'updated', 'modified', 'last_modified_at', 'last_updated']],
  ['keywords', ['tags', 'tag', 'keywords', 'categories', 'category']],
  ['description', ['description', 'summary', 'excerpt', 'abstract']],
];
const META_OF = new Map(META_NAMES.flatMap(([meta, names]) => names.map((name): [string, string] => [name, meta])));

/** The block; a longer one is text. Length in UTF-16 units. */
const BLOCK = /^\ufeff?---[ \t]*\r?\n([\s\S]{0,65536}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** A name, which may be in quotes or have blanks and colons, and its value. */
const FIELD = /^(?:"([^"]{1,100})"|'([^']{1,100})'|([\p{L}_][\p{L}\p{N}_./:@ -]{0,99}?))[ \t]*:(?:[ \t]+(.*))?$/u;
/** Further names that tell metadata from text. */
const OTHER_NAMES = new Set(['title', 'lang', 'language', 'layout', 'draft', 'slug', 'permalink', 'id']);
/** Brackets outside of quotes, and comments. */
const BRACKETS = /(?<=[[{,:\s])(?:"(?:[^"\\]|\\.)*"|'[^']*'|#.*)|[[\]{}]/g;
const ITEM = /^[ \t]*-[ \t]+(?:name:[ \t]+)?(.*)$/;
/** Sign of a folded text, whose lines follow. */
const FOLDED = /^[>|][+-]?\d?$/;

/** Splits a Markdown file. A file whose first block is no list of fields is all body. */
export function readFrontMatter(markdown: string): FrontMatter {
  const none: FrontMatter = { title: null, language: null, metas: [], body: markdown };
  const block = BLOCK.exec(markdown);
  const fields = block && readFields(block[1]!.split(/\r?\n/));
  if (!block || !fields) return none;
  const found: FrontMatter = { ...none, metas: [], body: markdown.slice(block[0].length) };
  for (const { name, values } of fields) {
    const [first = null] = values;
    if (name === 'title') found.title = first;
    if (name === 'lang' || name === 'language') found.language = first;
    const meta = META_OF.get(name);
    if (meta !== undefined) for (const content of values) found.metas.push({ name: meta, content });
  }
  return found;
}

type Field = { name: string; values: string[] };

/**
 * Reads fields. Lines that are neither a field nor part of one are skipped beside a known name, if they are no more than the fields.
 * @returns undefined if the lines may be text
 */
function readFields(lines: readonly string[]): Field[] | undefined {
  const fields: Field[] = [];
  let open: (Field & { isFolded: boolean }) | undefined;
  let unknown = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const field = readField(line);
    if (field) {
      const isFolded = FOLDED.test(field.value);
      const joined = joinBrackets(field.value, lines, i + 1);
      i = joined.next - 1;
      open = { name: field.name, values: isFolded ? [] : valuesOf(joined.value), isFolded };
      fields.push(open);
    } else if (fields.length === 0) return undefined;
    else if (open && !open.isFolded && ITEM.test(line)) open.values.push(...valuesOf(ITEM.exec(line)![1]!));
    else if (!/^\s/.test(line)) {
      open = undefined;
      unknown++;
    } else if (open?.isFolded)
      open.values = [open.values.length > 0 ? `${open.values[0]} ${line.trim()}` : line.trim()];
  }
  const isKnown = fields.some(({ name }) => META_OF.has(name) || OTHER_NAMES.has(name));
  return (isKnown ? unknown <= fields.length : unknown === 0 && fields.length > 1) ? fields : undefined;
}

function readField(line: string): { name: string; value: string } | undefined {
  const [, double, single, plain, value = ''] = FIELD.exec(line) ?? [];
  const name = double ?? single ?? plain;
  return name === undefined ? undefined : { name: name.toLowerCase(), value: value.trim() };
}

/** Joins a value to the lines after it until its bracket closes. One that does not close before the next field is a text. */
function joinBrackets(value: string, lines: readonly string[], next: number): { value: string; next: number } {
  if (!/^[[{]/.test(value)) return { value, next };
  let depth = 0;
  const parts: string[] = [];
  for (let i = next; ; i++) {
    const line = i === next ? value : (lines[i - 1] as string);
    let end = line.length;
    for (const { 0: token, index } of line.matchAll(BRACKETS)) {
      if (token.startsWith('#')) end = index;
      depth += '[{'.includes(token) ? 1 : ']}'.includes(token) ? -1 : 0;
    }
    parts.push(line.slice(0, end).trim());
    if (depth <= 0) return { value: parts.join(' '), next: i };
    if (i >= lines.length || readField(lines[i] as string)) return { value, next };
  }
}

/** Returns the texts of a value: those of a list in brackets, or the value without its quotes. */
function valuesOf(value: string): string[] {
  const text = value.trim();
  const list = /^\[(.*)\]$/.exec(text)?.[1]?.split(',') ?? [text];
  return list.map(unquote).filter((one) => one !== '');
}

function unquote(text: string): string {
  const trimmed = text.trim();
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(trimmed);
  if (quoted) return (quoted[1]?.replace(/\\(["\\])/g, '$1') ?? quoted[2]!.replaceAll("''", "'")).trim();
  return trimmed.replace(/(?:^|\s)#.*$/, '').trim();
}
