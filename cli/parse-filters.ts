import { type FilterValues, SEARCH_FILTERS } from '../shared/index/search-fields.ts';
import { readQuestion } from '../shared/search/question.ts';
import { UsageError } from './command.ts';

/**
 * Parses the values of filters that are given beside a query.
 *
 * @param prefix what the names of the filters begin with in messages, such as `--`
 * @throws UsageError that lists each invalid filter, beside the query or in it
 */
export function parseFilters(q: string, given: FilterValues, prefix: string): FilterValues {
  const values: FilterValues = {};
  const errors = readQuestion(q, []).faults.map(({ filter, detail }) => `${filter}: ${detail}`);
  for (const { name, parse, expects } of SEARCH_FILTERS) {
    const text = given[name]?.trim() ?? '';
    const value = parse(text);
    if (value !== undefined) values[name] = value;
    else if (text !== '') errors.push(`${prefix}${name}: ${text}: must be ${expects}`);
  }
  if (errors.length > 0) throw new UsageError(...errors);
  return values;
}
