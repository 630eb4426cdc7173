import { type ConditionOf, partsOfKind, replaceParts } from '../index/condition-parts.ts';
import type { AnnotationStore, AnnotationTarget } from '../ports/annotation-store.ts';
import type { IndexCondition } from '../ports/index-condition.ts';
import type { IndexQuery, SearchIndex } from '../ports/search-index.ts';
import { urlsOfRecords } from './urls-of-records.ts';

/** Maximum number of annotated pages that a condition matches: those with the newest annotations. */
const MAX_PAGES = 5_000;

/**
 * How long a URL that no record has is not looked for again, milliseconds. On one machine the index reads all its URLs to look for some.
 */
const KEEP_MISSING_MS = 60_000;

/** Maximum number of URLs whose records are remembered. */
const MAX_KNOWN = 20_000;

type Annotation = ConditionOf<'annotation'>;

/**
 * Returns an index that answers conditions on annotations (`annotation:map`). They are kept apart from the index, so each is replaced by
 * the ids of the records that show a matching annotation. Both search engines find the same then.
 *
 * @param now the time in epoch milliseconds
 */
export function annotatedIndex<Index extends SearchIndex>(
  index: Index,
  annotations: Pick<AnnotationStore, 'matching'>,
  now: () => number,
): Index {
  const idsOf = recordFinder(index, now);

  async function expand(crawl: string, condition: IndexCondition): Promise<IndexCondition> {
    const found = new Map<Annotation, IndexCondition>();
    for (const one of partsOfKind(condition, 'annotation')) {
      const pages = await annotations.matching(crawl, one.on, MAX_PAGES);
      found.set(one, { match: 'ids', ids: pages.length === 0 ? [] : await idsOf(crawl, pages) });
    }
    return found.size === 0 ? condition : replaceParts(condition, found);
  }

  return {
    ...index,
    hasAnnotations: true,
    async search(crawl: string, query: IndexQuery) {
      const { condition } = query;
      return index.search(crawl, condition ? { ...query, condition: await expand(crawl, condition) } : query);
    },
  };
}

/**
 * Returns a function that finds the records which show annotations: the record that the page had when it was annotated, and the one that
 * its URL has now.
 */
function recordFinder(index: Pick<SearchIndex, 'search' | 'idsOfUrls'>, now: () => number) {
  /** Records of URLs whose text has changed since. Without id: no record has the URL. */
  const known = new Map<string, { id?: string; at: number }>();
  const keyOf = (crawl: string, url: string) => `${crawl}\n${url}`;

  function remember(crawl: string, url: string, id: string | undefined): void {
    const key = keyOf(crawl, url);
    known.delete(key);
    known.set(key, { at: now(), ...(id !== undefined && { id }) });
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
  }

  return async (crawl: string, pages: readonly AnnotationTarget[]): Promise<string[]> => {
    const candidates = pages.flatMap(({ url, record }) => [record, known.get(keyOf(crawl, url))?.id ?? record]);
    const urls = await urlsOfRecords(crawl, [...new Set(candidates)], index);
    const ids = new Set<string>();
    const unknown = new Set<string>();
    for (const { url, record } of pages) {
      const kept = known.get(keyOf(crawl, url));
      if (urls.has(record)) ids.add(record);
      if (urls.get(record)?.[url] !== undefined) continue;
      if (kept?.id !== undefined && urls.get(kept.id)?.[url] !== undefined) ids.add(kept.id);
      else if (!kept || kept.id !== undefined || now() - kept.at >= KEEP_MISSING_MS) unknown.add(url);
    }
    if (unknown.size > 0) {
      const found = await index.idsOfUrls(crawl, [...unknown]);
      for (const url of unknown) remember(crawl, url, found.get(url));
      for (const id of found.values()) ids.add(id);
    }
    return [...ids];
  };
}
