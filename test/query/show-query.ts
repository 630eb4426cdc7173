import type { Clause, Modifier, QueryNode } from '../../shared/query/ast/query-ast.ts';

/** Prints a tree as tests compare it: operators with brackets, groups as `{required} ?{optional} -{excluded}`. */
export function showNode(node: QueryNode): string {
  if (node.type === 'clause') return showClause(node);
  const prefixes = 'prefixes' in node ? showPrefixes(node) : '';
  if (node.type === 'boolean') {
    const { left, operator, modifiers, right } = node;
    return `${prefixes}(${showNode(left)} ${operator}${showModifiers(modifiers)} ${showNode(right)})`;
  }
  const part = (sign: string, nodes: QueryNode[]) =>
    nodes.length === 0 ? [] : [`${sign}{${nodes.map(showNode).join(', ')}}`];
  return [...part('+', node.required), ...part('?', node.optional), ...part('-', node.excluded)].join(' ');
}

function showClause(clause: Clause): string {
  const { index, relation, modifiers, term } = clause;
  const isPlain = index === null && relation === '=' && modifiers.length === 0;
  const compared = isPlain ? '' : `${index ?? '*'} ${relation}${showModifiers(modifiers)} `;
  return `${showPrefixes(clause)}${compared}${/^[\w:.*?^-]+$/.test(term) ? term : JSON.stringify(term)}`;
}

const showModifiers = (modifiers: readonly Modifier[]): string =>
  modifiers.map(({ name, comparison = '', value = '' }) => `/${name}${comparison}${value}`).join('');

const showPrefixes = ({ prefixes = [] }: Pick<Clause, 'prefixes'>): string =>
  prefixes.map(({ name, uri }) => `>${name ?? ''}=${uri} `).join('');
