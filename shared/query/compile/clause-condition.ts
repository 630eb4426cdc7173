/** Resolves one clause of a query: a term, or a term in a field. */
import { isOnUrls, TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition, SearchedText } from '../../ports/index-condition.ts';
import type { Clause } from '../ast/query-ast.ts';
import { QueryError, quoted } from '../ast/query-error.ts';
import { DIAGNOSTIC } from '../cql/diagnostics.ts';
import { plqlField, type QueryField, webField } from '../fields/query-fields.ts';
import { isPartName } from '../web/web-tokens.ts';
import { checkRelationModifiers, cqlRelation, resolveCqlIndex } from './cql-names.ts';
import { partCondition } from './part-condition.ts';
import { addWords, type Context, type Found } from './resolve-context.ts';
import { nameIgnored } from './resolved-query.ts';
import { InvalidValueError, storedCondition } from './stored-condition.ts';
import { givenEdits, textCondition, unmasked } from './text-condition.ts';
import { URL_ANALYSIS, withLiteralUrl } from './url-condition.ts';

/** Maximum number of conditions that are sent to the engine. Words without an operator count as one. */
const MAX_CONDITIONS = 32;

/**
 * Returns the condition of a clause, and adds what it tells to `found`. Undefined: it has only stop words, so it restricts nothing.
 *
 * @throws QueryError for what CQL and PLQL do not allow
 */
export function clauseCondition(clause: Clause, context: Context): IndexCondition | undefined {
  const { found, isPositive } = context;
  const { syntax } = found;
  if (++found.conditions > MAX_CONDITIONS) throw tooMany(clause.at);
  if (syntax === 'web' && isPartName(clause.index)) return partCondition(clause.index, clause.term, context.grammars);
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
  const fields: SearchedText[] = field.kind === 'annotation' ? ['text'] : field.fields;
  const isUrl = isOnUrls(fields);
  const condition = isUrl
    ? webText(withLiteralUrl(masked), fields, relation, { ...context, analysis: URL_ANALYSIS })
    : webText(masked, fields, relation, context);
  if (condition === undefined) return onlyStopWords(clause, context);
  const edits = editsIn(condition);
  if (edits !== undefined) nameFewerEdits(clause, edits, found);
  if (field.kind === 'annotation') return ofAnnotation(condition);
  // Words of URLs do not rank, and are not marked: texts need not have them.
  if (isUrl) return condition;
  if (!isPositive || condition.match === 'not') return condition;
  if (hasRank(condition)) addWords(clause, found);
  else found.bonuses.push(condition);
  return condition;
}

/** Words of annotations do not rank: they are not in the record. `annotation <> map`: no annotation has the word. */
const ofAnnotation = (on: IndexCondition): IndexCondition =>
  on.match === 'not' ? { match: 'not', part: { match: 'annotation', on: on.part } } : { match: 'annotation', on };

const tooMany = (at: number): QueryError =>
  new QueryError(`the query has more than ${MAX_CONDITIONS} conditions`, at, DIAGNOSTIC.tooManyBooleans);

/** Returns undefined for a path of PLQL that no field serves. */
function fieldOf({ index, at }: Clause, { found: { syntax }, scope }: Context): QueryField | undefined {
  if (index === null) return { kind: 'text', fields: [...TEXT_FIELDS] };
  if (syntax === 'cql') return resolveCqlIndex(index, scope, at);
  return syntax === 'web' ? webField(index) : plqlField(index);
}

export const withoutMasks = (clause: Clause): Clause => ({ ...clause, term: clause.term.replace(/[*?^\\]/g, '\\$&') });

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
  field: Extract<QueryField, { kind: 'stored' }>,
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
