/**
 * Generates the type of settings as written. Editors show no documentation for keys of `z.input<…>`, as its mapped types lose it,
 * so the type is written out with the descriptions of the schema as comments.
 */
import { formatDefault, type SchemaNode, settingsJsonSchema } from './json-schema.ts';

/** Maximum length of a line of a comment, in UTF-16 units. */
const MAX_LINE = 120;

/** Keys with this text in their description are not for people who write settings. */
const INTERNAL = 'Set by Thresher.';

/** Returns the source of `given-settings.ts`. */
export function givenSettingsSource(): string {
  return `// Generated: npx thresher settings --types > shared/settings/schema/given-settings.ts
// biome-ignore-all format: generated

/** Settings as written in a crawl.yaml, without defaults. */
export type GivenSettings = ${typeOf(settingsJsonSchema(), '')};
`;
}

function typeOf(node: SchemaNode, indent: string): string {
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (node.anyOf) return unionOf(node.anyOf, indent);
  switch (node.type) {
    case 'array':
      return `Array<${typeOf(node.items ?? {}, indent)}>`;
    case 'object':
      return node.properties ? groupOf(node, indent) : mapOf(node, indent);
    case 'integer':
      return 'number';
    case undefined:
      return 'unknown';
    default:
      return node.type;
  }
}

/** Several schemas of texts, which differ in their patterns, are one type. */
function unionOf(nodes: readonly SchemaNode[], indent: string): string {
  return [...new Set(nodes.map((node) => typeOf(node, indent)))].join(' | ');
}

function groupOf({ properties = {}, required = [] }: SchemaNode, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties)
    .filter(([, { description }]) => !description?.includes(INTERNAL))
    .flatMap(([key, node]) => {
      const type = typeOf(node, inner);
      const name = /^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key);
      const property = required.includes(key) ? `${name}: ${type};` : `${name}?: ${type} | undefined;`;
      return [...commentOf(node, inner), `${inner}${property}`];
    });
  return ['{', ...lines, `${indent}}`].join('\n');
}

function mapOf({ propertyNames, additionalProperties }: SchemaNode, indent: string): string {
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
  return propertyNames?.enum
    ? `Partial<Record<${typeOf(propertyNames, indent)}, ${values}>>`
    : `Record<string, ${values}>`;
}

/** Returns the lines of a comment with description and default. A group without a description has none. */
function commentOf({ description, default: preset }: SchemaNode, indent: string): string[] {
  if (description === undefined) return [];
  const value = formatDefault(preset);
  const text = `${description}${value === '' ? '' : ` Default: ${value}.`}`;
  // A link to another page of docs/ leads nowhere in an editor.
  const lines = wrap(
    text.replace(/\[([\w.-]+)\]\([^)]*\)/g, 'docs/$1').replaceAll('*/', '*\\/'),
    MAX_LINE - indent.length,
  );
  return lines.length === 1
    ? [`${indent}/** ${lines[0]} */`]
    : [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}

/** Breaks a text at its spaces. A word may be longer than a line. */
function wrap(text: string, max: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= max) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
