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
/** A name and its value. */
const FIELD = /^([A-Za-z][\w.-]*)[ \t]*:(?:[ \t]+(.*))?$/;
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

/** @returns undefined if a line is neither a field nor part of one */
function readFields(lines: readonly string[]): Field[] | undefined {
  const fields: (Field & { isFolded: boolean })[] = [];
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    const last = fields.at(-1);
    if (name !== undefined) {
      const isFolded = FOLDED.test(value.trim());
      fields.push({ name: name.toLowerCase(), values: isFolded ? [] : valuesOf(value), isFolded });
    } else if (last && !last.isFolded && ITEM.test(line)) last.values.push(...valuesOf(ITEM.exec(line)![1]!));
    else if (!last || !/^\s/.test(line)) return undefined;
    else if (last.isFolded) last.values = [[...last.values, line.trim()].join(' ')];
  }
  return fields.length > 0 ? fields : undefined;
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
