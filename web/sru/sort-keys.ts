import type { Modifier, SortKey } from '../../shared/query/ast/query-ast.ts';
import { DIAGNOSTIC } from '../../shared/query/cql/diagnostics.ts';
import { SruError } from './diagnostics.ts';

/** Maximum number of keys, as many as a record has sortable fields. */
const MAX_SORT_KEYS = 8;

/** The number of the diagnostic for too many keys. */
const TOO_MANY_KEYS = 84;

/**
 * Reads the parameter `sortKeys` of SRU 1.1 and 2.0: keys separated by blanks, each `path,schema,ascending,caseSensitive,missingValue`.
 * The path is the name of an index. The schema is not used, because the indexes do not belong to one.
 *
 * @throws SruError for what is not served
 */
export function parseSortKeys(text: string): SortKey[] {
  const keys = text.split(/\s+/).filter((key) => key !== '');
  if (keys.length > MAX_SORT_KEYS)
    throw new SruError({ number: TOO_MANY_KEYS, message: `at most ${MAX_SORT_KEYS} sort keys are allowed` });
  return keys.map((key) => {
    const [path = '', , ascending = '', caseSensitive = '', missing = ''] = key.split(',');
    if (caseSensitive === '1')
      throw new SruError({ number: DIAGNOSTIC.sortCase, message: 'sorting ignores case', details: '1' });
    const direction = ascending === '0' || ascending === 'false' ? 'sort.descending' : 'sort.ascending';
    return { index: path, modifiers: [{ name: direction }, ...missingModifier(missing)], at: 0 };
  });
}

const MISSING: Readonly<Record<string, string>> = { highvalue: 'sort.missinghigh', lowvalue: 'sort.missinglow' };

function missingModifier(given: string): Modifier[] {
  if (given === '') return [];
  const name = MISSING[given.toLowerCase()];
  if (name !== undefined) return [{ name }];
  throw new SruError({
    number: DIAGNOSTIC.sortMissing,
    message: 'records without a value can only come last: highValue if ascending, lowValue if descending',
    details: given.slice(0, 100),
  });
}
