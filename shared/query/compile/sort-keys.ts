import type { IndexSort } from '../../ports/index-condition.ts';
import type { Modifier, SortKey } from '../ast/query-ast.ts';
import { QueryError, quoted } from '../ast/query-error.ts';
import { DIAGNOSTIC } from '../cql/diagnostics.ts';
import { type PrefixScope, resolveCqlIndex } from './cql-names.ts';

/** Returns the sort clause of CQL. @throws QueryError for texts, which have no order, and for what is not served */
export function resolveSort(keys: readonly SortKey[], scope: PrefixScope): IndexSort[] {
  return keys.map(({ index, modifiers, at }) => {
    const field = resolveCqlIndex(index, scope, at);
    if (field.kind !== 'stored' || field.field.matching === 'tree')
      throw new QueryError(`results cannot be sorted by ${quoted(index)}`, at, DIAGNOSTIC.sortPath);
    return { field: field.field.property, descending: isDescending(modifiers, at) };
  });
}

/** Reads the modifiers of a sort key: its direction, and that records without the field come last, as they always do. */
function isDescending(modifiers: readonly Modifier[], at: number): boolean {
  const names = modifiers.map(({ name }) => name.replace(/^(?:sort|cql)\./, ''));
  const descending = names.findLast((name) => name === 'ascending' || name === 'descending') === 'descending';
  const served = ['ascending', 'descending', descending ? 'missinglow' : 'missinghigh'];
  const other = names.find((name) => !served.includes(name));
  if (other === undefined) return descending;
  throw new QueryError(`the sort modifier ${quoted(other)} is not supported`, at, sortDiagnostic(other));
}

function sortDiagnostic(modifier: string): number {
  if (modifier.startsWith('missing')) return DIAGNOSTIC.sortMissing;
  return /case$/.test(modifier) ? DIAGNOSTIC.sortCase : DIAGNOSTIC.sortSequence;
}
