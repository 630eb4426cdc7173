import type { Modifier, Prefix } from '../ast/query-ast.ts';
import { QueryError, quoted } from '../ast/query-error.ts';
import { DIAGNOSTIC } from '../cql/diagnostics.ts';
import { contextSetOf, cqlField, isContextSet, type QueryField, RESULT_SET, UNSERVED } from '../fields/query-fields.ts';

/** Context sets that prefixes stand for; `''` is the default set. */
export type PrefixScope = ReadonlyMap<string, { uri: string; set: string | undefined }>;

/** Returns the scope of a node with prefix assignments. Later ones replace earlier ones. */
export function nestedScope(scope: PrefixScope, prefixes: readonly Prefix[] | undefined): PrefixScope {
  if (!prefixes) return scope;
  const added = prefixes.map(({ name, uri }) => [(name ?? '').toLowerCase(), { uri, set: contextSetOf(uri) }] as const);
  return new Map([...scope, ...added]);
}

/** Returns the field of an index of CQL. @throws QueryError if its context set or the index is unknown or not served */
export function resolveCqlIndex(index: string, scope: PrefixScope, at: number): QueryField {
  const dot = index.indexOf('.');
  const prefix = dot === -1 ? '' : index.slice(0, dot);
  const field = cqlField(setOf(prefix, scope, at), index.slice(dot + 1));
  if (field === RESULT_SET) throw new QueryError('results of earlier queries are not kept', at, DIAGNOSTIC.resultSet);
  if (field !== undefined && field !== UNSERVED) return field;
  throw new QueryError(`there is no index ${quoted(index)}`, at, DIAGNOSTIC.index);
}

function setOf(prefix: string, scope: PrefixScope, at: number): string | undefined {
  const assigned = scope.get(prefix.toLowerCase());
  if (assigned?.set !== undefined) return assigned.set;
  if (assigned !== undefined)
    throw new QueryError(`the context set ${quoted(assigned.uri)} is not supported`, at, DIAGNOSTIC.contextSet);
  if (prefix === '') return undefined;
  if (isContextSet(prefix)) return prefix;
  throw new QueryError(`there is no context set ${quoted(prefix)}`, at, DIAGNOSTIC.contextSet);
}

/** Returns a relation without the prefix of the set cql, in lower case. @throws QueryError for other context sets */
export function cqlRelation(relation: string, at: number): string {
  const name = relation.toLowerCase().replace(/^cql\./, '');
  if (!name.includes('.')) return name;
  throw new QueryError(`the relation ${quoted(relation)} is not supported`, at, DIAGNOSTIC.relation);
}

/** What the index does with every term anyway, and `fuzzy`. */
const SERVED_MODIFIERS = /^(?:cql\.)?(?:stem|relevant|word|ignorecase|ignoreaccents|masked|isodate|fuzzy)$/;

/** @throws QueryError for the first modifier that is not served */
export function checkRelationModifiers(modifiers: readonly Modifier[], at: number): void {
  const other = modifiers.find(({ name }) => !SERVED_MODIFIERS.test(name));
  if (other === undefined) return;
  throw new QueryError(`the relation modifier ${quoted(other.name)} is not supported`, at, DIAGNOSTIC.relationModifier);
}

/** @throws QueryError if a Boolean operator has a modifier */
export function checkBooleanModifiers(modifiers: readonly Modifier[], at: number): void {
  const [first] = modifiers;
  if (first === undefined) return;
  throw new QueryError(`the modifier ${quoted(first.name)} is not supported`, at, DIAGNOSTIC.booleanModifier);
}

/**
 * Returns how many words may stand between the two of a proximity operator, and whether their order counts. By default they
 * are neighbours in any order.
 *
 * @throws QueryError for what is not served: other units than words, and distances that are not at most a number
 */
export function proximityOf(modifiers: readonly Modifier[], at: number): { maxGap: number; ordered: boolean } {
  let distance = 1;
  let ordered = false;
  for (const { name, comparison = '=', value = '' } of modifiers) {
    switch (name.replace(/^cql\./, '')) {
      case 'distance':
        distance = distanceOf(comparison, value, at);
        break;
      case 'unit':
        checkUnit(comparison, value, at);
        break;
      case 'ordered':
      case 'unordered':
        ordered = name.endsWith('ordered') && !name.endsWith('unordered');
        break;
      default:
        throw new QueryError(`the modifier ${quoted(name)} is not supported`, at, DIAGNOSTIC.booleanModifier);
    }
  }
  return { maxGap: distance - 1, ordered };
}

function checkUnit(comparison: string, value: string, at: number): void {
  if (comparison === '=' && value.toLowerCase() === 'word') return;
  const unit = comparison === '=' ? quoted(value) : `${comparison} ${quoted(value)}`;
  throw new QueryError(`the unit ${unit} is not supported`, at, DIAGNOSTIC.proximityUnit);
}

/** Maximum distance between words, in words. */
const MAX_DISTANCE = 1_000;

function distanceOf(comparison: string, value: string, at: number): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  const distance = comparison === '<' ? number - 1 : number;
  if (!(distance >= 1 && distance <= MAX_DISTANCE))
    throw new QueryError(`the distance ${quoted(value)} is not supported`, at, DIAGNOSTIC.proximityDistance);
  const isAtMost = comparison === '<' || comparison === '<=' || (comparison === '=' && distance === 1);
  if (isAtMost) return distance;
  throw new QueryError(`distances cannot be compared by ${quoted(comparison)}`, at, DIAGNOSTIC.proximityRelation);
}
