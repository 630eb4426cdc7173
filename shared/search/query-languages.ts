import type { SearchIndex } from '../ports/search-index.ts';
import { isOfOtherScript } from '../query/compile/script-languages.ts';
import { ANALYSED_LANGUAGES } from '../text/analysis/language.ts';

/**
 * Maximum number of languages of a query. With 12 instead of one, English queries (Cranfield) take a fifth more CPU and lose .001 of
 * nDCG@10 (`bench/search/quality.ts`).
 */
const MAX_LANGUAGES = 12;

/** Time for which the languages of an index are kept, because counting them reads one value of each record. Milliseconds. */
const KEPT_MS = 60_000;

/** Languages of queries to an index without pages in a language that has rules. */
const DEFAULT_LANGUAGES: readonly string[] = ['en'];

/**
 * Creates a function that returns the languages (ISO 639-1) in which queries to a crawl are read: those that its settings name,
 * or else those of its pages, the most frequent first. Languages in other scripts than Latin are left out of the latter, because the
 * words of a query tell them.
 *
 * @param now returns the time in epoch milliseconds
 */
export function queryLanguages(
  index: Pick<SearchIndex, 'languages'>,
  now: () => number,
): (crawl: string, named: readonly string[]) => Promise<readonly string[]> {
  const kept = new Map<string, { until: number; languages: Promise<readonly string[]> }>();
  return (crawl, named) => {
    if (named.length > 0) return Promise.resolve(named);
    const known = kept.get(crawl);
    if (known && now() < known.until) return known.languages;
    const languages = index.languages(crawl).then(frequentLanguages);
    kept.set(crawl, { until: now() + KEPT_MS, languages });
    // The next query tries again.
    languages.catch(() => kept.delete(crawl));
    return languages;
  };
}

/** @param languages those of the most records first */
function frequentLanguages(languages: readonly string[]): readonly string[] {
  const useful = languages.filter((code) => ANALYSED_LANGUAGES.includes(code) && !isOfOtherScript(code));
  return useful.length > 0 ? useful.slice(0, MAX_LANGUAGES) : DEFAULT_LANGUAGES;
}
