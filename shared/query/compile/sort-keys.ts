import type { IndexSort } from '../../ports/index-condition.ts';
import type { SortKey } from '../ast/query-ast.ts';
import { QueryError, quoted } from '../ast/query-error.ts';
import { DIAGNOSTIC } from '../cql/diagnostics.ts';
import { type PrefixScope, resolveCqlIndex } from './cql-names.ts';

/** Returns the sort clause of CQL. @throws QueryError for texts, which have no order, and for unknown modifiers */
export function resolveSort(keys: readonly SortKey[], scope: PrefixScope): IndexSort[] {
  return keys.map(({ index, modifiers, at }) => {
    const field = resolveCqlIndex(index, scope, at);
    if (field.kind === 'text' || field.field.matching === 'tree')
      throw new QueryError(`results cannot be sorted by ${quoted(index)}`, at, DIAGNOSTIC.sortPath);
    let descending = false;
    for (const { name } of modifiers) {
      const direction = name.replace(/^(?:sort|cql)\./, '');
      if (direction !== 'ascending' && direction !== 'descending')
        throw new QueryError(`the sort modifier ${quoted(name)} is not supported`, at, DIAGNOSTIC.sortModifier);
      descending = direction === 'descending';
    }
    return { field: field.field.property, descending };
  });
}
