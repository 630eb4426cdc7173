import type { ControlStore } from '../ports/control.ts';
import type { SearchIndex } from '../ports/search-index.ts';

/** Tells the index of a crawl from others that had its name, because the crawl was created again or `thresher reindex` has rebuilt its index. */
export async function indexIdentity(
  crawl: string,
  { control, index }: { control: Pick<ControlStore, 'get'>; index: Pick<SearchIndex, 'rebuiltAt'> },
): Promise<string> {
  const [found, rebuiltAt] = await Promise.all([control.get(crawl), index.rebuiltAt(crawl)]);
  return `${found?.createdAt} ${rebuiltAt}`;
}
