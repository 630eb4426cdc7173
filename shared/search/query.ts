import { type FilterName, type FilterValues, SEARCH_FILTERS } from '../index/search-fields.ts';
import type { FilterFault, IgnoredOperator } from '../query/compile/resolved-query.ts';
import { removeInvisible } from '../text/invisible.ts';
import { readOperators } from './operators.ts';

/** A query in the web syntax, parsed. */
export type WebQuery = {
  /** The words to search for. */
  text: string;
  filters: FilterValues;
  /** Filters whose values are not valid. They are not in `filters`. */
  faults: FilterFault[];
  /** Operators that are not applied, in the order of the query. Empty if there are none. */
  ignored: IgnoredOperator[];
};

/** Maximum length of a query, in UTF-16 units. The rest is cut off. */
export const MAX_QUERY_LENGTH = 2_000;

const FILTERS_BY_NAME = new Map(SEARCH_FILTERS.flatMap((filter) => filter.queryNames.map((name) => [name, filter])));

/**
 * Parses the web syntax: words and filters (`site:`, `lang:`, `type:` …, see `index/search-fields.ts`), with a value in
 * quotes if it contains blanks. Words are joined by OR. Other operators are ignored and named in `ignored`. Excluded words
 * (`-word`, `NOT word`) are not searched for. Never throws.
 */
export function parseWebQuery(query: string): WebQuery {
  const filters: FilterValues = {};
  const faults: FilterFault[] = [];
  const rest = removeInvisible(query.slice(0, MAX_QUERY_LENGTH))
    .toWellFormed()
    .replaceAll(/(?<![^\s(])([a-z]+):(?:"([^"]*)"|([^\s")]+))/gi, (all, name, quoted, plain) => {
      const filter = FILTERS_BY_NAME.get(name.toLowerCase());
      if (!filter) return all;
      const text = (quoted ?? plain).trim();
      const value = filter.parse(text);
      if (value !== undefined) filters[filter.name] = value;
      else if (text !== '') faults.push({ filter: `${name}:${text}`, detail: `must be ${filter.expects}` });
      return ' ';
    });
  const { words, ignored } = readOperators(rest);
  return { text: words.join(' '), filters, faults, ignored };
}

/**
 * Parses a filter that is set by its name in a request.
 *
 * @returns the normalised value, or undefined if it is not valid
 */
export function parseFilter(name: FilterName, text: string): string | undefined {
  return SEARCH_FILTERS.find((filter) => filter.name === name)?.parse(text.trim());
}
