import type { SearchIndex } from '../ports/search-index.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import { termAnalysis } from '../query/compile/word-alternatives.ts';
import { doiOfQuery } from './identifiers/identifier.ts';

/** A page that is named above the hits. */
export type NamedPage = Pick<SearchRecord, 'id' | 'url' | 'title'> & {
  /** Crawl of the page. Only there if several crawls were searched together. */
  crawl?: string;
};

const WITH_SCHEME = /^https?:\/\/\S+$/i;

/**
 * A host that begins with `www.` or that a path follows: other words with dots are names (`Node.js`). A name without dots and an address need a
 * port (`localhost:8080/`, `intranet:8080/`).
 */
const WITHOUT_SCHEME = /^(?:www\.[^\s/]+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*(?:\.\p{L}{2,}(?::\d+)?|:\d+)\/)\S*$/iu;

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

/** Records with the words of a DOI that are compared with it: papers of a journal may differ in punctuation only. */
const MAX_COMPARED = 10;

/**
 * Finds the page that declares the DOI which a query is. Pages that only cite it have it in their text.
 *
 * @param languages in which queries are read, ISO 639-1
 * @param isShown see `namedPage`
 * @returns undefined if the query is no DOI, or no page declares it
 */
export async function pageOfDoi(
  crawl: string,
  q: string,
  languages: readonly string[],
  index: Pick<SearchIndex, 'search'>,
  isShown: (record: SearchRecord) => boolean,
): Promise<NamedPage | undefined> {
  const doi = doiOfQuery(q);
  if (doi === undefined) return undefined;
  const alternatives = termAnalysis(doi, languages).alternatives(doi);
  if (alternatives === undefined) return undefined;
  const { hits } = await index.search(crawl, {
    words: [],
    condition: { match: 'words', fields: ['keywords'], alternatives, maxGap: 0, ordered: true },
    filters: {},
    from: 0,
    size: MAX_COMPARED,
    withoutText: true,
  });
  const isSame = (record: SearchRecord) => record.about?.['doi']?.toLowerCase() === doi.toLowerCase();
  const record = hits.map((hit) => hit.record).find((one) => isSame(one) && isShown(one));
  return record && { id: record.id, url: record.url, title: record.title };
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
