import { SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import type { SearchAnswer } from '../../shared/search/answer.ts';
import type { WebPorts } from '../ports.ts';
import type { SearchQuery } from './search-query.ts';

/** Logs the first page of a search with words: later pages repeat the query, and lists without words tell nothing of what is looked for. */
export function logSearch(
  { logSearch: log }: Pick<WebPorts, 'logSearch'>,
  crawl: string,
  query: SearchQuery,
  { total, didYouMean }: SearchAnswer,
  format: string,
): void {
  const q = query.q.trim();
  if (!log || q === '' || query.from > 0) return;
  const filters = SEARCH_FILTERS.flatMap(({ name, parameter }) => {
    const value = query[name];
    return value === undefined ? [] : [[parameter, value]];
  });
  log({
    crawl,
    q,
    ...(filters.length > 0 && { filters: Object.fromEntries(filters) }),
    total,
    ...(didYouMean && { didYouMean: didYouMean.query }),
    format,
  });
}
