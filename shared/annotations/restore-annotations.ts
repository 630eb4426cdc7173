import type { Annotation } from '../ports/annotation-store.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { type RestorePorts, restoreAnnotation } from './annotate.ts';

/** `known`: the crawl has an annotation with this id, which stays as it is. `full`: a page that shows it has too many. */
export type Restored = 'added' | 'known' | 'full';

/**
 * Adds annotations that were written before, by another crawl or earlier.
 *
 * @returns what became of each
 */
export async function restoreAnnotations(
  crawl: string,
  annotations: readonly Annotation[],
  ports: RestorePorts & { index: Pick<SearchIndex, 'idsOfUrls'> },
): Promise<Restored[]> {
  const records = await ports.index.idsOfUrls(crawl, [...new Set(annotations.map(({ url }) => url))]);
  const results: Restored[] = [];
  for (const one of annotations) results.push(await restoreAnnotation(one, records.get(one.url), ports));
  return results;
}
