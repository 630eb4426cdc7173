import type { Clause, Group, QueryNode } from './query-ast.ts';

/** Returns whether a query has only words and fields with one value, so that its text already says how it is understood. */
export function isPlainQuery(node: QueryNode): boolean {
  switch (node.type) {
    case 'clause':
      return node.relation === '=' && node.modifiers.length === 0;
    case 'boolean':
      return false;
    case 'group':
      return node.excluded.length === 0 && [...node.required, ...node.optional].every((part) => isRanked(part));
  }
}

const isRanked = (node: QueryNode): boolean => node.type === 'clause' && isPlainQuery(node);

/**
 * Describes how a query is understood, with an operator between all parts: `("pitcher plants" AND NOT baseball), ranked by bog`.
 */
export function describeQuery(node: QueryNode): string {
  if (node.type === 'clause') return describeClause(node);
  if (node.type === 'group') return describeGroup(node);
  const { operator, left, right } = node;
  const name = operator === 'not' ? 'AND NOT' : operator.toUpperCase();
  return `${nested(left)} ${name} ${nested(right)}`;
}

const nested = (node: QueryNode): string =>
  node.type === 'clause' ? describeClause(node) : `(${describeQuery(node)})`;

function describeGroup({ required, optional, excluded }: Group): string {
  const any = optional.map(nested);
  const anyOf = any.length > 1 ? `(${any.join(' OR ')})` : any.join('');
  const all = [
    ...required.map(nested),
    ...(required.length === 0 && any.length > 0 ? [anyOf] : []),
    ...excluded.map((node) => `NOT ${nested(node)}`),
  ].join(' AND ');
  return required.length > 0 && any.length > 0 ? `${all}, ranked by ${any.join(', ')}` : all;
}

function describeClause({ index, relation, modifiers, term }: Clause): string {
  const field = index === null ? '' : `${index}:`;
  switch (relation) {
    case '=':
    case 'wildcard':
      return `${field}${/\s/.test(term) ? `"${term}"` : term}`;
    case 'fuzzy':
      return `${field}${term}~${modifiers[0]?.value ?? ''}`;
    case 'prox':
      return `${field}"${term}"~${modifiers[0]?.value ?? ''}`;
    case 'adj':
      return `${field}"${term}"`;
    case 'within':
      return `${field}${term.replace(' ', '..')}`;
    default:
      return `${field}${relation}${term}`;
  }
}
