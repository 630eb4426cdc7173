import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { hasOnlyStopWords } from '../../shared/query/compile/query-words.ts';
import { openStores } from '../run/wiring.ts';

/** Minimum length of a word that says something about its page, in UTF-16 units. Shorter ones are taken if there is no other. */
const MIN_LENGTH = 4;
/** A query that finds every page. */
const EVERY_PAGE = '*';

/** Returns words from the title of a record in the commonest language of the crawl, for a query that finds something. */
export async function sampleQuery(dir: string, crawl: string): Promise<string> {
  const stores = openStores(dir, 'read');
  try {
    const [language] = await stores.index.languages(crawl);
    const filters = language === undefined ? {} : { language };
    const { hits } = await stores.index.search(crawl, { words: [], filters, from: 0, size: 20 });
    const best = hits.map(({ record }) => record).toSorted((a, b) => b.score - a.score);
    for (const record of best) {
      const words = indexedWords(record);
      if (words.length > 0) return words.slice(0, 3).join(' ');
    }
    return EVERY_PAGE;
  } finally {
    stores.close();
  }
}

/** Returns the words of the title that the index has: no stop words of the page's language. */
function indexedWords({ title, text, language }: Pick<SearchRecord, 'title' | 'text' | 'language'>): string[] {
  const words = ((title || text.slice(0, 200)).match(/[\p{L}\p{M}]{2,}/gu) ?? []).filter(
    (word) => !hasOnlyStopWords(word, [language]),
  );
  const long = words.filter((word) => word.length >= MIN_LENGTH);
  return long.length > 0 ? long : words;
}
