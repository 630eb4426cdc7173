import type { AnnotatedPage, Annotation } from '../ports/annotation-store.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { type AnnotatePorts, MAX_PAGE_ANNOTATIONS } from './annotate.ts';
import { urlsOfRecords } from './urls-of-records.ts';

/** `known`: the crawl has an annotation with this id, which stays as it is. `full`: a page that shows it has too many. */
export type Restored = 'added' | 'known' | 'full';

type RestorePorts = Pick<AnnotatePorts, 'annotations' | 'wordsOf'> & {
  index: Pick<SearchIndex, 'idsOfUrls' | 'search'>;
};

/**
 * Adds annotations that were written before, by another crawl or earlier.
 *
 * @returns the result for each
 */
export async function restoreAnnotations(
  crawl: string,
  given: readonly Annotation[],
  { annotations, index, wordsOf }: RestorePorts,
): Promise<Restored[]> {
  const pagesOf = await findPages(crawl, given, index);
  const results: Restored[] = [];
  for (const one of given) {
    const limit = { pages: pagesOf(one), max: MAX_PAGE_ANNOTATIONS };
    results.push(await annotations.add(one, await wordsOf(one.text), limit));
  }
  return results;
}

/**
 * Returns a function that tells which pages show an annotation: those of its record, and of the record that its URL has now. They are looked
 * up together: a search engine in a stack takes up to 150 ms for a request.
 */
async function findPages(crawl: string, given: readonly Annotation[], index: RestorePorts['index']) {
  const records = await index.idsOfUrls(crawl, [...new Set(given.map(({ url }) => url))]);
  const idsOf = ({ record, url }: Annotation) => [...new Set([record, records.get(url) ?? record])];
  const urls = await urlsOfRecords(crawl, [...new Set(given.flatMap(idsOf))], index);
  return (one: Annotation): AnnotatedPage[] => {
    const found = idsOf(one).filter((id) => urls.has(id));
    if (found.length > 0) return found.map((id) => ({ id, urls: Object.keys(urls.get(id)!) }));
    // A page that the crawl does not have may return.
    return [{ id: one.record, urls: [one.url] }];
  };
}
