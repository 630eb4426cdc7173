import type { SearchIndex } from '../ports/search-index.ts';
import type { SearchRecord } from '../ports/search-record.ts';

/** The page whose URL a query consists of. */
export type NamedPage = Pick<SearchRecord, 'id' | 'url' | 'title'> & {
  /** Crawl of the page. Only there if several crawls were searched together. */
  crawl?: string;
};

const WITH_SCHEME = /^https?:\/\/\S+$/i;

/** A host that begins with `www.` or that a path follows: other words with dots are names (`Node.js`). */
const WITHOUT_SCHEME = /^(?:www\.[^\s/]+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?\/)\S*$/iu;

/**
 * Finds the page of a URL, with either scheme. The URL may lack its scheme.
 *
 * @param isShown whether a record may be shown
 * @returns undefined if the query is no URL, or no page has it
 */
export async function namedPage(
  crawl: string,
  q: string,
  index: Pick<SearchIndex, 'findByUrl'>,
  isShown: (record: SearchRecord) => boolean,
): Promise<NamedPage | undefined> {
  for (const url of urlsOf(q.trim())) {
    const record = await index.findByUrl(crawl, url);
    if (record && isShown(record)) return { id: record.id, url, title: record.title };
  }
  return undefined;
}

function urlsOf(text: string): string[] {
  const isWhole = WITH_SCHEME.test(text);
  if (!isWhole && !WITHOUT_SCHEME.test(text)) return [];
  const url = URL.parse(isWhole ? text : `https://${text}`);
  if (!url) return [];
  url.hash = '';
  const other = url.protocol === 'https:' ? 'http:' : 'https:';
  return [url.href, url.href.replace(/^https?:/, other)];
}
