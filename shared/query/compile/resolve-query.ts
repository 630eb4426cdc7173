import { SEARCH_FILTERS, type SearchField } from '../../index/search-fields.ts';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';
import type { BooleanNode, Clause, Group, QueryNode, QuerySyntax, QueryTree } from '../ast/query-ast.ts';
import { catchFault, QueryError, type QueryFault, quoted } from '../ast/query-error.ts';
import { DIAGNOSTIC } from '../cql/diagnostics.ts';
import { plqlField, type QueryField, WEB_FIELD_NAMES, webField } from '../fields/query-fields.ts';
import {
  checkBooleanModifiers,
  checkRelationModifiers,
  cqlRelation,
  nestedScope,
  type PrefixScope,
  proximityOf,
  resolveCqlIndex,
} from './cql-names.ts';
import { MAX_WORDS } from './query-words.ts';
import { nameIgnored, type ResolvedQuery } from './resolved-query.ts';
import { resolveSort } from './sort-keys.ts';
import { InvalidValueError, storedCondition } from './stored-condition.ts';
import { givenEdits, joined, textCondition, unmasked } from './text-condition.ts';
import { type TermAnalysis, termAnalysis } from './word-alternatives.ts';

/** Maximum number of conditions that are sent to the engine. Words without an operator count as one. */
export const MAX_CONDITIONS = 32;

export type ResolveOptions = {
  /** Languages that terms are analysed in, ISO 639-1. */
  languages: readonly string[];
};

/**
 * Resolves the fields of a query and analyses its words. What the web syntax names and we do not serve is searched as words, and
 * listed in `ignored`; in CQL it is an error. A path of PLQL that no field serves matches nothing. Never throws.
 */
export function resolveQuery(
  { syntax, root, sort }: QueryTree,
  { languages }: ResolveOptions,
): ResolvedQuery | { error: QueryFault } {
  return catchFault(() => {
    const found: Found = { syntax, words: [], bonuses: [], filters: {}, ignored: [], faults: [], conditions: 0 };
    const words = wordsOf(root, syntax).join(' ');
    const context: Context = { found, analysis: termAnalysis(words, languages), scope: new Map(), isPositive: true };
    const plain = syntax === 'web' ? topLevel(withKnownFields(root, found), found) : root;
    const condition = isOnlyWords(plain, syntax) ? visitWords(plain, context) : conditionOf(plain, context);
    const text = found.words.sort((a, b) => a.at - b.at).map(({ word }) => word);
    return {
      text: text.join(' '),
      ...(condition && { condition }),
      bonuses: found.bonuses,
      filters: found.filters,
      sort: resolveSort(sort, nestedScope(new Map(), root.type === 'group' ? undefined : root.prefixes)),
      ignored: found.ignored,
      faults: found.faults,
    };
  });
}

/** What is collected while the tree is visited. */
type Found = Pick<ResolvedQuery, 'bonuses' | 'filters' | 'ignored' | 'faults'> & {
  syntax: QuerySyntax;
  words: { word: string; at: number }[];
  conditions: number;
};

type Context = {
  found: Found;
  analysis: TermAnalysis;
  scope: PrefixScope;
  /** Whether the words of the node rank. Excluded ones do not. */
  isPositive: boolean;
};

/** Returns all terms, excluded ones too: they tell in which language the query is written. */
function wordsOf(node: QueryNode, syntax: QuerySyntax): string[] {
  switch (node.type) {
    case 'clause':
      return [syntax === 'cql' ? unmasked(node.term) : node.term];
    case 'boolean':
      return [...wordsOf(node.left, syntax), ...wordsOf(node.right, syntax)];
    case 'group':
      return [...node.required, ...node.optional, ...node.excluded].flatMap((part) => wordsOf(part, syntax));
  }
}

/** Replaces clauses on fields that do not exist by their words, which are optional. */
function withKnownFields(node: QueryNode, found: Found): QueryNode {
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
  if (index === null || webField(index) !== undefined) return clause;
  nameIgnored(ignored, `${index}:${term}`, `there is no field ${index}:; the fields are ${WEB_FIELD_NAMES}`);
  return { ...clause, index: null, relation: 'any', modifiers: [], term: `${index}: ${term}` };
}

/**
 * Takes the filters out of the top level of a query, because a request may replace them: the last of each name wins, and the
 * words beside them stay optional.
 */
function topLevel(root: QueryNode, found: Found): QueryNode {
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

/** Returns whether a query has nothing but words that may match, so that its ranking needs no condition. */
function isOnlyWords(node: QueryNode, syntax: QuerySyntax): boolean {
  if (syntax !== 'web') return false;
  if (node.type === 'clause') return isPlainWord(node);
  if (node.type === 'boolean') return false;
  return node.required.length + node.excluded.length === 0 && node.optional.every((one) => isOnlyWords(one, syntax));
}

const isPlainWord = ({ index, relation }: Clause): boolean =>
  index === null && (relation === '=' || relation === 'any');

/** Collects the words of a query that has only words. */
function visitWords(node: QueryNode, { found }: Context): undefined {
  for (const clause of node.type === 'group' ? node.optional : [node])
    if (clause.type === 'clause') addWords(clause, found);
}

/** A short word has too many similar ones: most words of its length. */
function nameFewerEdits(clause: Clause, edits: number, { ignored }: Found): void {
  const given = givenEdits(clause);
  if (edits > 0 && (given === undefined || given === edits)) return;
  const detail =
    edits === 0
      ? 'needs at least 3 letters, so only the word itself is searched for'
      : 'needs at least 5 letters, so words that differ in one letter are searched for';
  nameIgnored(ignored, `${unmasked(clause.term)}~${given ?? ''}`, detail);
}

/** Returns the number of letters that may differ in similar words. The forms in other languages come behind. Undefined: no similar words. */
function editsIn(condition: IndexCondition): number | undefined {
  const first = condition.match === 'or' ? condition.parts[0]! : condition;
  return first.match === 'fuzzy' ? first.maxEdits : undefined;
}

/** A letter with a sign of patterns or similar words, which may also be a name (`A*`). */
const ONE_LETTER = /^(?:\p{L}[*~]\d?|\*\p{L})$/u;

function addWords({ term, at, modifiers }: Clause, { words, ignored, syntax }: Found): void {
  words.push({ word: syntax === 'cql' ? unmasked(term) : term, at });
  if (syntax === 'web' && ONE_LETTER.test(term))
    nameIgnored(ignored, term, 'needs at least 2 letters, so it is searched as a word');
  const weight = modifiers.find(({ name }) => name === 'boost');
  if (weight) nameIgnored(ignored, `${term}^${weight.value}`, NO_WEIGHT);
}

/** Returns undefined if the node restricts nothing: it has only stop words. */
function conditionOf(node: QueryNode, outer: Context): IndexCondition | undefined {
  const context = node.type === 'group' ? outer : { ...outer, scope: nestedScope(outer.scope, node.prefixes) };
  switch (node.type) {
    case 'clause':
      return clauseCondition(node, context);
    case 'boolean':
      return booleanCondition(node, context);
    case 'group':
      return groupCondition(node, context);
  }
}

function booleanCondition(node: BooleanNode, context: Context): IndexCondition | undefined {
  const { operator, modifiers, left, right, at } = node;
  if (operator === 'prox') return proximityCondition(node, context);
  checkBooleanModifiers(modifiers, at);
  if (operator !== 'not')
    return joined(
      operator,
      chain(node, operator).map((part) => conditionOf(part, context)),
    );
  return joined('and', [conditionOf(left, context), excluded(right, context)]);
}

/** Returns the operands of equal operators in a row, in their order: `a and b and c` has three. */
function chain(node: BooleanNode, operator: 'and' | 'or'): QueryNode[] {
  const { left, right } = node;
  const isSame = left.type === 'boolean' && left.operator === operator && !left.prefixes && left.modifiers.length === 0;
  return [...(isSame ? chain(left, operator) : [left]), right];
}

function excluded(node: QueryNode, context: Context): IndexCondition | undefined {
  const part = conditionOf(node, { ...context, isPositive: false });
  return part && { match: 'not', part };
}

function groupCondition({ required, optional, excluded: left }: Group, context: Context): IndexCondition | undefined {
  const all = required.map((node) => conditionOf(node, context));
  const any = optionalConditions(optional, context);
  // Optional parts beside required ones only rank. Filters on stored fields leave them as they are.
  if (!all.some((part) => part !== undefined && !isFilter(part))) all.push(joined('or', any));
  return joined('and', [...all, ...left.map((node) => excluded(node, context))]);
}

/** Returns whether a condition is only on stored fields. */
function isFilter(condition: IndexCondition): boolean {
  switch (condition.match) {
    case 'value':
    case 'days':
    case 'none':
      return true;
    case 'and':
    case 'or':
      return condition.parts.every(isFilter);
    case 'not':
      return isFilter(condition.part);
    default:
      return false;
  }
}

/** The words of a long question would be many conditions: no more of them are taken than the ranking takes. */
function optionalConditions(nodes: readonly QueryNode[], context: Context): (IndexCondition | undefined)[] {
  const words = nodes.filter((node): node is Clause => node.type === 'clause' && isPlainWord(node));
  if (context.isPositive) for (const word of words) addWords(word, context.found);
  const others = nodes.filter((node) => node.type !== 'clause' || !isPlainWord(node));
  return [
    ...words
      .slice(0, MAX_WORDS)
      .map((word) => textCondition(withoutMasks(word), [...TEXT_FIELDS], word.relation, context.analysis)),
    ...others.map((node) => conditionOf(node, context)),
  ];
}

function clauseCondition(clause: Clause, context: Context): IndexCondition | undefined {
  const { found, isPositive } = context;
  const { syntax } = found;
  if (++found.conditions > MAX_CONDITIONS) throw tooMany(clause.at);
  const field = fieldOf(clause, context);
  if (field === undefined) {
    nameIgnored(found.ignored, `${clause.index}`, 'no field of the index serves this path, so it matches nothing');
    return { match: 'none' };
  }
  if (field.kind === 'all') return { match: 'all' };
  if (syntax === 'cql') checkRelationModifiers(clause.modifiers, clause.at);
  const relation = syntax === 'cql' ? cqlRelation(clause.relation, clause.at) : clause.relation;
  const masked = syntax === 'cql' || relation === 'wildcard' ? clause : withoutMasks(clause);
  if (field.kind === 'stored') return valueCondition(masked, field, relation, context);
  const condition = webText(masked, field.fields, relation, context);
  if (condition === undefined) return onlyStopWords(clause, context);
  const edits = editsIn(condition);
  if (edits !== undefined) nameFewerEdits(clause, edits, found);
  if (!isPositive || condition.match === 'not') return condition;
  if (hasRank(condition)) addWords(clause, found);
  else found.bonuses.push(condition);
  return condition;
}

const tooMany = (at: number): QueryError =>
  new QueryError(`the query has more than ${MAX_CONDITIONS} conditions`, at, DIAGNOSTIC.tooManyBooleans);

/** Returns undefined for a path of PLQL that no field serves. */
function fieldOf({ index, at }: Clause, { found: { syntax }, scope }: Context): QueryField | undefined {
  if (index === null) return { kind: 'text', fields: [...TEXT_FIELDS] };
  if (syntax === 'cql') return resolveCqlIndex(index, scope, at);
  return syntax === 'web' ? webField(index) : plqlField(index);
}

const withoutMasks = (clause: Clause): Clause => ({ ...clause, term: clause.term.replace(/[*?^\\]/g, '\\$&') });

/** The web syntax has no operator that texts refuse: what they cannot compare is searched as a phrase. */
function webText(
  clause: Clause,
  fields: Extract<QueryField, { kind: 'text' }>['fields'],
  relation: string,
  { found, analysis }: Context,
): IndexCondition | undefined {
  try {
    return textCondition(clause, fields, relation, analysis);
  } catch (error) {
    if (found.syntax !== 'web' || !(error instanceof QueryError)) throw error;
    nameIgnored(found.ignored, clause.term.replace(/\\([*?^\\])/g, '$1'), error.message);
    return textCondition(withoutMasks({ ...clause, term: unmasked(clause.term) }), fields, 'adj', analysis);
  }
}

function hasPattern(condition: IndexCondition | undefined): boolean {
  if (condition?.match === 'and' || condition?.match === 'or') return condition.parts.some(hasPattern);
  return condition?.match === 'wildcard';
}

/** Patterns and similar words have no words that BM25 could count. */
function hasRank(condition: IndexCondition): boolean {
  switch (condition.match) {
    case 'words':
    case 'whole':
      return true;
    case 'and':
    case 'or':
      return condition.parts.every(hasRank);
    default:
      return false;
  }
}

function onlyStopWords({ term, at }: Clause, { found, isPositive }: Context): undefined {
  if (found.syntax === 'cql')
    throw new QueryError(
      term.trim() === '' ? 'the term is empty' : `${quoted(term)} has only words that are not indexed`,
      at,
      term.trim() === '' ? DIAGNOSTIC.emptyTerm : DIAGNOSTIC.onlyStopWords,
    );
  nameIgnored(found.ignored, term, 'has only words that are not searched for');
  // They rank if the query has no other words.
  if (isPositive) found.words.push({ word: term, at });
}

function valueCondition(
  clause: Clause,
  field: { field: SearchField; bound?: 'from' | 'before' },
  relation: string,
  { found }: Context,
): IndexCondition | undefined {
  const term = unmasked(clause.term);
  const source = `${clause.index}:${term}`;
  try {
    if (found.syntax === 'cql' && /(?<!\\)(?:\\\\)*[*?^]/.test(clause.term))
      throw new QueryError(`${clause.index} has no patterns`, clause.at, DIAGNOSTIC.relationAndIndex);
    const isPhrase = found.syntax === 'web' && relation === 'adj';
    return storedCondition(clause, field, isPhrase ? '=' : relation, term);
  } catch (error) {
    if (error instanceof InvalidValueError) {
      if (found.syntax === 'cql')
        throw new QueryError(`${clause.index} must be ${error.message}`, clause.at, DIAGNOSTIC.termFormat);
      if (found.syntax === 'web')
        found.faults.push({ filter: source, detail: `must be ${error.message}`, at: clause.at });
      else nameIgnored(found.ignored, source, `must be ${error.message}, so it matches nothing`);
      return { match: 'none' };
    }
    if (found.syntax !== 'web' || !(error instanceof QueryError)) throw error;
    found.faults.push({ filter: source, detail: error.message, at: clause.at });
    return { match: 'none' };
  }
}

function proximityCondition({ modifiers, left, right, at }: BooleanNode, context: Context): IndexCondition | undefined {
  const order = proximityOf(modifiers, at);
  const sides = [left, right].map((node) => conditionOf(node, context));
  const [first, second] = sides.map((side) => (side?.match === 'words' && side.maxGap === 0 ? side : undefined));
  if (sides.some(hasPattern))
    throw new QueryError('masking characters are not supported in proximity', at, DIAGNOSTIC.maskingAndProximity);
  const isWord = (side: typeof first) => side?.alternatives.every((words) => words.length === 1);
  if (!first || !second || !isWord(first) || !isWord(second) || first.fields.join() !== second.fields.join())
    throw new QueryError('proximity needs one word of the same index on each side', at, DIAGNOSTIC.feature);
  const alternatives = first.alternatives.flatMap(([a]) => second.alternatives.map(([b]) => [a!, b!]));
  return { match: 'words', fields: first.fields, alternatives, ...order };
}

const NO_WEIGHT = 'all words have the same weight';
