import type { SearchIndex } from '../ports/search-index.ts';
import type { SearchRecord } from '../ports/search-record.ts';

/** A page that is named above the hits. */
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
  const text = q.trim();
  const isWhole = WITH_SCHEME.test(text);
  if (!isWhole && !WITHOUT_SCHEME.test(text)) return undefined;
  const url = URL.parse(isWhole ? text : `https://${text}`);
  return url ? pageAt(crawl, url, index, isShown) : undefined;
}

/** Finds the page at a URL, without its fragment and with either scheme. @param isShown see `namedPage` */
export async function pageAt(
  crawl: string,
  { href }: URL,
  index: Pick<SearchIndex, 'findByUrl'>,
  isShown: (record: SearchRecord) => boolean,
): Promise<NamedPage | undefined> {
  const [own = ''] = href.split('#', 1);
  const other = own.startsWith('https:') ? own.replace('https:', 'http:') : own.replace('http:', 'https:');
  for (const url of [own, other]) {
    const record = await index.findByUrl(crawl, url);
    if (record && isShown(record)) return { id: record.id, url, title: record.title };
  }
  return undefined;
}
