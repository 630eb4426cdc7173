import { parseFieldValue } from '../../index/filter-values.ts';
import type { SearchField } from '../../index/search-fields.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';
import type { Clause } from '../ast/query-ast.ts';
import { QueryError, quoted } from '../ast/query-error.ts';
import { DIAGNOSTIC } from '../cql/diagnostics.ts';
import type { QueryField } from '../fields/query-fields.ts';
import { periodOf } from './days.ts';
import { parseLanguage } from './language-name.ts';

/** A value that is not valid for its field. Completes "must be …". */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
}

/**
 * Returns the condition of a clause on a stored field.
 *
 * @param relation without context set, in lower case
 * @param term without escapes
 * @throws QueryError if the field cannot be compared so
 * @throws InvalidValueError if the field has no such value
 */
export function storedCondition(
  { index, at }: Clause,
  { field, bound, mapped }: Pick<Extract<QueryField, { kind: 'stored' }>, 'field' | 'bound' | 'mapped'>,
  relation: string,
  term: string,
): IndexCondition {
  const unsupported = new QueryError(
    `${index ?? 'the index'} cannot be compared by ${quoted(relation)}`,
    at,
    DIAGNOSTIC.relationAndIndex,
  );
  if (field.matching === 'day') return dayCondition(field, bound, relation, term, unsupported);
  const valueCondition = (text: string): IndexCondition => {
    const own: IndexCondition = { match: 'value', field: field.property, value: parse(field, text) };
    const value = mapped === undefined ? undefined : parseFieldValue(`${mapped}=${text.trim()}`);
    return value === undefined ? own : { match: 'or', parts: [own, { match: 'value', field: 'fields', value }] };
  };
  const words = term.split(/\s+/).filter((word) => word !== '');
  switch (relation) {
    case '=':
    case '==':
    case 'exact':
    case 'scr':
    case 'adj':
      return valueCondition(term);
    case '<>':
      return { match: 'not', part: valueCondition(term) };
    case 'any':
      return { match: 'or', parts: words.map(valueCondition) };
    case 'all':
      return { match: 'and', parts: words.map(valueCondition) };
    default:
      throw unsupported;
  }
}

function parse(field: SearchField, text: string): string {
  const { parse: parseValue, expects } = field.filters[0]!;
  const value = field.property === 'language' ? parseLanguage(text.trim()) : parseValue(text.trim());
  if (value === undefined) throw new InvalidValueError(expects);
  return value;
}

function dayCondition(
  field: SearchField,
  bound: 'from' | 'before' | undefined,
  relation: string,
  term: string,
  unsupported: QueryError,
): IndexCondition {
  const days = (range: { from?: string; before?: string }): IndexCondition => ({
    match: 'days',
    field: field.property,
    ...range,
  });
  const period = (text: string) => {
    const found = periodOf(text.trim());
    if (!found) throw new InvalidValueError(field.filters[0]!.expects);
    return found;
  };
  if (relation === 'within') {
    const [from = '', to = '', ...rest] = term.trim().split(/\s+/);
    if (to === '' || rest.length > 0) throw new InvalidValueError('two dates, such as 2020 2021-05');
    return days({
      ...(from !== '*' && { from: period(from).from }),
      ...(to !== '*' && { before: period(to).before }),
    });
  }
  const { from, before } = period(term);
  if (bound !== undefined && relation !== '=') throw unsupported;
  if (bound !== undefined) return days(bound === 'from' ? { from } : { before: from });
  switch (relation) {
    case '=':
    case '==':
    case 'exact':
    case 'scr':
      return days({ from, before });
    case '<>':
      return { match: 'not', part: days({ from, before }) };
    case '<':
      return days({ before: from });
    case '<=':
      return days({ before });
    case '>':
      return days({ from: before });
    case '>=':
      return days({ from });
    default:
      throw unsupported;
  }
}
