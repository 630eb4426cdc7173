import { z } from 'zod';
import { SettingsSchema } from './settings.ts';

/** What editors complete a crawl.yaml from. */
export function settingsJsonSchema(): Record<string, unknown> {
  return { title: 'crawl.yaml of Thresher', ...z.toJSONSchema(SettingsSchema, { io: 'input' }) };
}

/** The page of the documentation that lists every setting. */
export function settingsPage(): string {
  const rows = rowsOf(settingsJsonSchema() as Node, '');
  return `# Settings of a crawl

What can stand in a \`crawl.yaml\`. Every key is optional but the seeds; a key that is not here is an error.
\`npx thresher validate crawl.yaml\` says what is wrong in a file, with line and key; \`npx thresher settings --schema\`
prints the JSON Schema for editors. This page is made from the schema by \`npx thresher settings --markdown\`.

${table([['setting', 'type', 'default', 'meaning'], ...rows])}
`;
}

/** In columns of even width, as the project's formatter wants it. */
function table(rows: string[][]): string {
  const [head, ...body] = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head!.map((cell, column) => Math.max(cell.length, ...body.map((cells) => cells[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [head!, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('\n');
}

/** The part of JSON Schema that the rows use. */
type Node = {
  type?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  additionalProperties?: boolean | Node;
};

function rowsOf(group: Node, prefix: string): string[][] {
  return Object.entries(group.properties ?? {}).flatMap(([key, node]) => {
    const path = `${prefix}${key}`;
    if (node.properties && !node.description) return rowsOf(node, `${path}.`);
    const preset = group.required?.includes(key) ? 'required' : inCode(node.default);
    return [[`\`${path}\``, typeOf(node), preset, node.description ?? ''], ...innerRows(node, path)];
  });
}

/** Things of a list have rows of their own, below the list's. */
function innerRows(node: Node, path: string): string[][] {
  if (node.properties) return rowsOf(node, `${path}.`);
  const kinds = node.items?.anyOf ?? (node.items?.properties ? [node.items] : []);
  return kinds.flatMap((kind) => rowsOf(kind, `${path}[].`));
}

function typeOf(node: Node): string {
  if (node.enum) return node.enum.map((word) => `\`${word}\``).join(', ');
  if (node.anyOf) return [...new Set(node.anyOf.map(typeOf))].join(' or ');
  if (node.type === 'array') return `list of ${typeOf(node.items ?? {})}`;
  if (node.type === 'object') return typeof node.additionalProperties === 'object' ? 'pairs' : groupOf(node);
  if (node.type === 'integer' || node.type === 'number')
    return `${node.type === 'integer' ? 'whole number' : 'number'}${bounds(node)}`;
  return { string: 'text', boolean: 'true or false', null: '`null`' }[node.type ?? ''] ?? '';
}

function groupOf(node: Node): string {
  return `{${Object.keys(node.properties ?? {}).join(', ')}}`;
}

function bounds({ minimum, maximum }: Node): string {
  if (minimum === undefined || maximum === undefined || minimum <= -Number.MAX_SAFE_INTEGER) return '';
  return `, ${minimum} to ${maximum}`;
}

/** Of a long list the beginning: the schema has the whole of it. */
const SHOWN = 6;

function inCode(value: unknown): string {
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
    return '';
  if (!Array.isArray(value)) return `\`${typeof value === 'object' ? JSON.stringify(value) : value}\``;
  const more = value.length > SHOWN ? ` and ${value.length - SHOWN} more` : '';
  return `\`${value.slice(0, SHOWN).join(', ')}\`${more}`;
}
