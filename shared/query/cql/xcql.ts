import type { BooleanNode, Clause, Modifier, Prefix, QueryNode, QueryTree, SortKey } from '../ast/query-ast.ts';

/**
 * Prints a CQL query as XCQL, the XML that SRU puts into the echoed request (`xQuery`): a `triple` for each operator, a
 * `searchClause` for each clause. Without a namespace: the protocol's response declares the one of its version. Groups of the
 * other syntaxes have no XCQL.
 *
 * @returns XML of several lines with indentation, without a line feed at the end; undefined for a query in another syntax
 */
export function printXcql({ syntax, root, sort }: QueryTree): string | undefined {
  return syntax === 'cql' ? printXml(nodeElement(root, sort)) : undefined;
}

type Element = { name: string; content: string | Element[] };

const element = (name: string, content: string | Element[]): Element => ({ name, content });

function nodeElement(node: QueryNode, sort: readonly SortKey[] = []): Element {
  if (node.type === 'group') return element('triple', []);
  const inner = node.type === 'clause' ? clauseContent(node) : tripleContent(node);
  return element(node.type === 'clause' ? 'searchClause' : 'triple', [
    ...prefixElements(node.prefixes ?? []),
    ...inner,
    ...sortElements(sort),
  ]);
}

/** Words side by side are no CQL. They are printed as YAZ does: each as a term. */
const clauseContent = ({ index, relation, modifiers, term, words = [term] }: Clause): Element[] => [
  element('index', index ?? 'cql.serverChoice'),
  element('relation', [element('value', relation), ...modifierElements(modifiers)]),
  ...words.map((word) => element('term', word)),
];

const tripleContent = ({ operator, modifiers, left, right }: BooleanNode): Element[] => [
  element('boolean', [element('value', operator), ...modifierElements(modifiers)]),
  element('leftOperand', [nodeElement(left)]),
  element('rightOperand', [nodeElement(right)]),
];

function modifierElements(modifiers: readonly Modifier[]): Element[] {
  if (modifiers.length === 0) return [];
  const each = modifiers.map(({ name, comparison, value }) =>
    element('modifier', [
      element('type', name),
      ...(comparison === undefined ? [] : [element('comparison', comparison), element('value', value ?? '')]),
    ]),
  );
  return [element('modifiers', each)];
}

function prefixElements(prefixes: readonly Prefix[]): Element[] {
  if (prefixes.length === 0) return [];
  const each = prefixes.map(({ name, uri }) =>
    element('prefix', [...(name === null ? [] : [element('name', name)]), element('identifier', uri)]),
  );
  return [element('prefixes', each)];
}

function sortElements(sort: readonly SortKey[]): Element[] {
  if (sort.length === 0) return [];
  const each = sort.map(({ index, modifiers }) =>
    element('key', [element('index', index), ...modifierElements(modifiers)]),
  );
  return [element('sortKeys', each)];
}

/** Prints an element. Indentation ends at a depth that only long chains of operators reach, so their size stays linear. */
function printXml({ name, content }: Element, depth = 0): string {
  const indent = '  '.repeat(Math.min(depth, MAX_INDENT));
  if (typeof content === 'string') return `${indent}<${name}>${escapeXml(content)}</${name}>`;
  const lines = content.map((child) => printXml(child, depth + 1));
  return [`${indent}<${name}>`, ...lines, `${indent}</${name}>`].join('\n');
}

/** Maximum indentation, in steps of two blanks. */
const MAX_INDENT = 60;

const ESCAPES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Escapes a text. Characters that XML forbids become the replacement character. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/[<>&]/g, (character) => ESCAPES[character]!)
  );
}
