/** Rewrites the tree of a query in the web syntax before it is resolved: unknown fields become words, filters are taken out. */
import { SEARCH_FILTERS } from '../../index/search-fields.ts';
import type { Clause, Group, QueryNode } from '../ast/query-ast.ts';
import { WEB_FIELD_NAMES, webField } from '../fields/query-fields.ts';
import { isPartName } from '../web/web-tokens.ts';
import type { Found } from './resolve-context.ts';
import { nameIgnored } from './resolved-query.ts';

/** Replaces clauses on fields that do not exist by their words, which are optional. */
export function withKnownFields(node: QueryNode, found: Found): QueryNode {
  if (node.type === 'clause') return knownClause(node, found);
  if (node.type === 'boolean')
    return { ...node, left: withKnownFields(node.left, found), right: withKnownFields(node.right, found) };
  const [required, optional, excluded] = [node.required, node.optional, node.excluded].map((nodes) =>
    nodes.map((part) => withKnownFields(part, found)),
  ) as [QueryNode[], QueryNode[], QueryNode[]];
  const words = required.filter((part) => part.type === 'clause' && part.relation === 'any');
  return {
    ...node,
    required: required.filter((part) => !words.includes(part)),
    optional: [...words, ...optional],
    excluded,
  };
}

function knownClause(clause: Clause, { ignored }: Found): Clause {
  const { index, term } = clause;
  if (index === null || isPartName(index) || webField(index) !== undefined) return clause;
  nameIgnored(ignored, `${index}:${term}`, `there is no field ${index}:; the fields are ${WEB_FIELD_NAMES}`);
  return { ...clause, index: null, relation: 'any', modifiers: [], term: `${index}: ${term}` };
}

/**
 * Takes the filters out of the top level of a query, because a request may replace them: the last of each name wins, and the
 * words beside them stay optional.
 */
export function topLevel(root: QueryNode, found: Found): QueryNode {
  const at = 0;
  const group: Group =
    root.type === 'group' ? root : { type: 'group', required: [root], optional: [], excluded: [], at };
  const required = group.required.filter((node) => !takeFilter(node, found));
  if (root.type !== 'group') return required.length > 0 ? root : { ...group, required };
  return required.length === group.required.length ? root : { ...group, required };
}

/** Sets a filter if the node is one. Returns whether it is. */
function takeFilter(node: QueryNode, { filters, faults }: Found): boolean {
  if (node.type !== 'clause' || node.index === null || (node.relation !== '=' && node.relation !== 'adj')) return false;
  const name = node.index.toLowerCase();
  const filter = SEARCH_FILTERS.find(({ queryNames }) => queryNames.includes(name));
  if (filter === undefined) return false;
  const value = filter.parse(node.term);
  if (value !== undefined) filters[filter.name] = value;
  else faults.push({ filter: `${node.index}:${node.term}`, detail: `must be ${filter.expects}`, at: node.at });
  return true;
}
