import type { AnnotatedPage, AnnotationStore } from '../ports/annotation-store.ts';
import type { SearchHit } from '../search/answer.ts';

/** Adds the number of annotations to the hits that have some. */
export const withAnnotationCounts = (
  crawl: string,
  hits: readonly SearchHit[],
  { ofPage }: Pick<AnnotationStore, 'ofPage'>,
): Promise<SearchHit[]> =>
  Promise.all(
    hits.map(async (hit) => {
      const { length } = await ofPage(crawl, hit satisfies AnnotatedPage);
      return length > 0 ? { ...hit, annotations: length } : hit;
    }),
  );
