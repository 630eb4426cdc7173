import type { ChangedQuery, ChangedRecord, SearchIndex } from '../shared/ports/search-index.ts';

/** Changes that are read together. */
const PAGE_SIZE = 1_000;

/** Yields the last change of each record that was written or removed in a time, in the order of these changes. */
export async function* changesOfRecords(
  crawl: string,
  index: Pick<SearchIndex, 'changedRecords'>,
  time: Pick<ChangedQuery, 'from' | 'before'>,
): AsyncGenerator<ChangedRecord> {
  for (let after: ChangedQuery['after']; ; ) {
    const page = await index.changedRecords(crawl, { ...time, size: PAGE_SIZE, ...(after && { after }) });
    yield* page;
    after = page.at(-1);
    if (!after || page.length < PAGE_SIZE) return;
  }
}
