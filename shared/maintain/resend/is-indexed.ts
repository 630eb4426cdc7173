import type { Objects } from '../../ports/objects.ts';
import type { RecordChange, SearchIndex } from '../../ports/search-index.ts';
import { readStoredLines } from '../../text/json-lines.ts';

/**
 * Checks whether the index has the changes of an object of records. They are written in their order, so the last one stands for
 * those before it.
 *
 * @param key an object that is younger than the memory of the index for URLs that left a record
 */
export async function isIndexed(
  crawl: string,
  key: string,
  { objects, index }: { objects: Pick<Objects, 'get'>; index: Pick<SearchIndex, 'get' | 'leftAt'> },
): Promise<boolean> {
  const bytes = await objects.get(key);
  // An object that was deleted since it was listed was deleted on purpose.
  if (!bytes) return true;
  let last: RecordChange | undefined;
  try {
    for (const change of readStoredLines<RecordChange>(bytes, key)) last = change;
  } catch {
    // The index stage names a damaged object among its dead letters.
    return false;
  }
  if (!last) return true;
  const { kind, id, url, at } = last;
  const seenAt = (await index.get(crawl, id))?.urls[url] ?? 0;
  if (kind === 'seen' ? seenAt >= at : seenAt > at) return true;
  return ((await index.leftAt(crawl, id, url)) ?? 0) >= at;
}
