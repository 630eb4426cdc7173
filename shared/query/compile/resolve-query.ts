import type { FieldGrammars } from '../../index/field-parts.ts';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';
import type { BooleanNode, Clause, Group, QueryNode, QuerySyntax, QueryTree } from '../ast/query-ast.ts';
import { catchFault, QueryError, type QueryFault } from '../ast/query-error.ts';
import { DIAGNOSTIC } from '../cql/diagnostics.ts';
import { clauseCondition, withoutMasks } from './clause-condition.ts';
import { checkBooleanModifiers, nestedScope, proximityOf } from './cql-names.ts';
import { MAX_WORDS } from './query-words.ts';
import { addWords, type Context, type Found, isPlainWord } from './resolve-context.ts';
import type { ResolvedQuery } from './resolved-query.ts';
import { resolveSort } from './sort-keys.ts';
import type { SynonymGroups } from './synonyms.ts';
import { joined, textCondition, unmasked } from './text-condition.ts';
import { topLevel, withKnownFields } from './web-tree.ts';
import { termAnalysis } from './word-alternatives.ts';

export type ResolveOptions = {
  /** Languages that terms are analysed in, ISO 639-1. */
  languages: readonly string[];
  /** Grammars of mapped fields, whose parts the query may name. Default: none. */
  grammars?: FieldGrammars;
  /** Words that are searched for with each other. Default: none. */
  synonyms?: SynonymGroups;
};

/**
 * Resolves the fields of a query and analyses its words. What the web syntax names and we do not serve is searched as words, and
 * listed in `ignored`; in CQL it is an error. A path of PLQL that no field serves matches nothing. Never throws.
 */
export function resolveQuery(
  { syntax, root, sort }: QueryTree,
  { languages, grammars = {}, synonyms }: ResolveOptions,
): ResolvedQuery | { error: QueryFault } {
  return catchFault(() => {
    const found: Found = { syntax, words: [], bonuses: [], filters: {}, ignored: [], faults: [], conditions: 0 };
    const words = wordsOf(root, syntax).join(' ');
    const analysis = termAnalysis(words, languages, synonyms);
    const context: Context = { found, analysis, scope: new Map(), grammars, isPositive: true };
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

/** Returns whether a query has nothing but words that may match, so that its ranking needs no condition. */
function isOnlyWords(node: QueryNode, syntax: QuerySyntax): boolean {
  if (syntax !== 'web') return false;
  if (node.type === 'clause') return isPlainWord(node);
  if (node.type === 'boolean') return false;
  return node.required.length + node.excluded.length === 0 && node.optional.every((one) => isOnlyWords(one, syntax));
}

/** Collects the words of a query that has only words. */
function visitWords(node: QueryNode, { found }: Context): undefined {
  for (const clause of node.type === 'group' ? node.optional : [node])
    if (clause.type === 'clause') addWords(clause, found);
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
  if (operator === 'and') return allOf(chain(node, operator), [], context);
  if (operator === 'or')
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
  return joined('and', [allOf(required, optional, context), ...left.map((node) => excluded(node, context))]);
}

/**
 * Returns the condition of parts that a page must have. A stop word of one language may be required, because it is a word of another one: the pages
 * of the first, which are not found by it, must have the other parts.
 *
 * @param optional parts that only rank beside required ones
 */
function allOf(required: readonly QueryNode[], optional: readonly QueryNode[], context: Context) {
  const all = required.map((node) => conditionOf(node, context));
  const any = joined('or', optionalConditions(optional, context));
  // Filters on stored fields leave optional parts as they are.
  if (!all.some((part) => part !== undefined && !isFilter(part))) return joined('and', [...all, any]);
  const strict = joined('and', all);
  const loose = required.map((node, i) => all[i] && withStopLanguages(node, all[i], context));
  const others = all.filter((part, i) => part !== undefined && part === loose[i] && !isFilter(part));
  if (!context.isPositive || loose.every((part, i) => part === all[i])) return strict;
  if (others.length > 0) return joined('and', loose);
  return any ? joined('or', [strict, joined('and', [...loose, any])]) : strict;
}

/** Adds the pages in languages of which all words of a term are stop words. */
function withStopLanguages(node: QueryNode, condition: IndexCondition, { analysis }: Context): IndexCondition {
  if (node.type !== 'clause' || node.index !== null || (node.relation !== '=' && node.relation !== 'adj'))
    return condition;
  const languages = analysis.stopLanguages(unmasked(node.term));
  if (languages.length === 0) return condition;
  const ofLanguages = languages.map((value) => ({ match: 'value' as const, field: 'language', value }));
  return { match: 'or', parts: [condition, ...ofLanguages] };
}

/** Returns whether a condition is only on stored fields. */
function isFilter(condition: IndexCondition): boolean {
  switch (condition.match) {
    case 'value':
    case 'parts':
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

function hasPattern(condition: IndexCondition | undefined): boolean {
  if (condition?.match === 'and' || condition?.match === 'or') return condition.parts.some(hasPattern);
  return condition?.match === 'wildcard';
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
