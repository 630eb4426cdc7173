import { OTHER_NAMES } from '../sources/other-names.ts';
import { formatDefault, type SchemaNode, settingsJsonSchema } from './json-schema.ts';

/** Sections of docs/settings.md: the key that each begins with → its heading. Keys without a section belong to the one before. */
const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['crawl', 'Crawl'],
  ['seeds', 'Seeds'],
  ['sitemaps', 'Links'],
  ['allow', 'URL rules'],
  ['politeness', 'Politeness'],
  ['limits', 'Limits and budget'],
  ['network', 'Network'],
  ['fetch', 'Requests'],
  ['rendering', 'Rendering and concurrency'],
  ['robots', 'robots.txt'],
  ['revisit', 'Revisits and schedules'],
  ['topic', 'Topic'],
  ['analyse', 'Documents and cleaning'],
  ['metadata', 'Metadata and extraction'],
  ['search', 'Search'],
  ['alerts', 'Alerts and messages'],
  ['annotations', 'Annotations'],
  ['aws', 'AWS'],
  ['deleted', 'Deleted pages'],
]);

/** Generates docs/settings.md, which lists every setting. */
export function settingsReference(): string {
  const sections = sectionsOf(rowsOf(settingsJsonSchema(), ''));
  return `# Settings of a crawl

All keys of \`crawl.yaml\`. Only \`seeds\` is required. An unknown key is an error.

- \`npx thresher validate crawl.yaml\` reports errors with line and key, and names the key, the keys of a map or the form of a list that was probably meant.
- \`npx thresher validate crawl.yaml --print\` prints all settings in effect, with the source of each value.
- \`thresher crawl\` and \`validate\` read environment variables, which override the file: \`THRESHER_LIMITS_MAX_DEPTH=3\` sets \`limits.maxDepth\`. Values are YAML.
- \`*\` in a key stands for a name that you choose, such as a host, and \`[]\` for each item of a list.
- \`npx thresher settings --schema\` prints the JSON Schema for editors.
- \`npx thresher settings --markdown\` generates this page from the schema.

Sections: ${[...sections.map(({ title }) => title), OTHERS].map((title) => `[${title}](#${anchorOf(title)})`).join(' · ')}

${sections.map(({ title, rows }) => `## ${title}\n\n${table([HEAD, ...rows])}\n`).join('\n')}
## ${OTHERS}

A \`crawl.yaml\` may also use these names. Messages about such a setting use the name in the file. A setting with a value under its own name keeps it,
and the other name is an error. \`strategy: adaptive\` is \`focused\`.

${table([['name', 'setting'], ...OTHER_NAMES.map(({ from, meaning }) => [`\`${from.join('.')}\``, meaning])])}
`;
}

/** Heading of the names that a crawl.yaml may use instead. */
const OTHERS = 'Other names';

const HEAD = ['setting', 'type', 'default', 'description'];

/** Divides the rows by the first part of their keys. */
function sectionsOf(rows: string[][]): { title: string; rows: string[][] }[] {
  const sections: { title: string; rows: string[][] }[] = [];
  let last: string | undefined;
  for (const row of rows) {
    const key = /[a-z]\w*/i.exec(row[0]!)![0];
    const title = key === last ? undefined : SECTIONS.get(key);
    if (title !== undefined) sections.push({ title, rows: [] });
    last = key;
    sections.at(-1)!.rows.push(row);
  }
  return sections;
}

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

function table(rows: string[][]): string {
  const [head, ...body] = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return [head, `|${' --- |'.repeat(rows[0]!.length)}`, ...body].join('\n');
}

function rowsOf(group: SchemaNode, prefix: string): string[][] {
  return Object.entries(group.properties ?? {}).flatMap(([key, node]) => {
    const path = `${prefix}${key}`;
    if (node.properties && !node.description) return rowsOf(node, `${path}.`);
    const preset = group.required?.includes(key) ? 'required' : formatDefault(node.default);
    return [[`\`${path}\``, typeOf(node), preset, node.description ?? ''], ...innerRows(node, path)];
  });
}

/** Returns rows for the keys of list items and of the values of a map, which follow the row of the list or map. */
function innerRows(node: SchemaNode, path: string): string[][] {
  if (node.properties) return rowsOf(node, `${path}.`);
  const values = node.additionalProperties;
  if (typeof values === 'object') return innerRows(values, `${path}.*`);
  const kinds = node.items?.anyOf ?? (node.items?.properties ? [node.items] : []);
  return kinds.flatMap((kind) => rowsOf(kind, `${path}[].`));
}

function typeOf(node: SchemaNode): string {
  if (node.enum) return node.enum.map((word) => `\`${word}\``).join(', ');
  if (node.anyOf) return [...new Set(node.anyOf.map(typeOf))].join(' or ');
  if (node.type === 'array') return `list of ${typeOf(node.items ?? {})}`;
  if (node.type === 'object') return typeof node.additionalProperties === 'object' ? 'map' : groupOf(node);
  if (node.type === 'integer' || node.type === 'number')
    return `${node.type === 'integer' ? 'integer' : 'number'}${bounds(node)}`;
  return { string: 'string', boolean: 'true or false', null: '`null`' }[node.type ?? ''] ?? '';
}

function groupOf(node: SchemaNode): string {
  return `{${Object.keys(node.properties ?? {}).join(', ')}}`;
}

function bounds({ minimum, maximum }: SchemaNode): string {
  if (minimum === undefined || maximum === undefined || minimum <= -Number.MAX_SAFE_INTEGER) return '';
  return `, ${minimum} to ${maximum}`;
}
