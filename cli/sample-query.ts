import { openStores } from './run/wiring.ts';

/** Returns words from the title of a record, for a query that finds something. */
export async function sampleQuery(dir: string, crawl: string): Promise<string> {
  const stores = openStores(dir, 'read');
  try {
    const { hits } = await stores.index.search(crawl, { words: [], filters: {}, from: 0, size: 20 });
    const best = hits.toSorted((a, b) => b.record.score - a.record.score)[0]?.record;
    const words = (best?.title || best?.text.slice(0, 200) || '').match(/\p{L}{4,}/gu) ?? [];
    return words.slice(0, 3).join(' ') || 'words';
  } finally {
    stores.close();
  }
}
