import type { AnnotatedPage, AnnotationStore } from '../ports/annotation-store.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from '../search/answer.ts';

type Search = (request: SearchRequest) => Promise<SearchAnswer>;

/**
 * Returns a search whose hits have the number of their annotations, if they have some.
 *
 * @param onFault called if the annotations cannot be read. The hits have no numbers then. Absent: the search fails
 */
export const countAnnotations =
  (search: Search, annotations: Pick<AnnotationStore, 'ofPage'>, onFault?: (error: unknown) => void): Search =>
  async (request) => {
    const answer = await search(request);
    try {
      const hits = answer.hits.map((hit) => withCount(request.crawl, hit, annotations));
      return { ...answer, hits: await Promise.all(hits) };
    } catch (error) {
      if (!onFault) throw error;
      onFault(error);
      return answer;
    }
  };

async function withCount(
  crawl: string,
  hit: SearchHit,
  { ofPage }: Pick<AnnotationStore, 'ofPage'>,
): Promise<SearchHit> {
  const { length } = await ofPage(crawl, hit satisfies AnnotatedPage);
  return length > 0 ? { ...hit, annotations: length } : hit;
}
