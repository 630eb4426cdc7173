/**
 * Finds seeds with search engines: sends a list of topic queries and merges the first results of several engines. A provider
 * knows how to request and parse one page of results. Fetching, and its politeness, is the caller's responsibility.
 */
import type { FoundSeed } from './found-seed.ts';
import { aboutOf } from './found-seed.ts';

export type ProviderResult = { url: string; title?: string; description?: string };

/** Position in the results: number of pages and of results before the next page. */
export type ResultPosition = { pages: number; results: number };

/** A search engine that answers queries with results page by page. */
export type SearchProvider = {
  /** Name for messages, stored with the seed. */
  name: string;
  /** Returns one page of results; an empty list if there are no more. @throws if the request fails. */
  search(query: string, position: ResultPosition): Promise<ProviderResult[]>;
};

/** Maximum number of pages of results per query. */
const MAX_PAGES = 100;

/** Extensions of documents, which rarely contain links. */
const DOCUMENT =
  /\.(?:pdf|ps|eps|dvi|docx?|docm|dotx?|xlsx?|xlsm|pptx?|ppsx?|odt|ods|odp|rtf|epub|djvu?|tex|csv|zip|t?gz|bz2|xz|7z|rar)(?:[?#]|$)/i;

export type ProviderRules = {
  /** Maximum number of results per query, without dropped documents. */
  first: number;
  /** Drop URLs with the extension of a document. */
  dropDocuments: boolean;
};

/** Yields the first results of a query, each URL once, in the order of the provider. */
export async function* seedsFromQuery(
  query: string,
  provider: SearchProvider,
  { first, dropDocuments }: ProviderRules,
): AsyncGenerator<FoundSeed> {
  const known = new Set<string>();
  let at = 0;
  const position: ResultPosition = { pages: 0, results: 0 };
  while (position.pages < MAX_PAGES && at < first) {
    const results = await provider.search(query, { ...position });
    const knownBefore = known.size;
    for (const { url, title, description } of results) {
      if (known.has(url)) continue;
      known.add(url);
      if (at >= first || (dropDocuments && DOCUMENT.test(url))) continue;
      const about = aboutOf([
        ['title', title],
        ['query', query],
        ['by', provider.name],
        ['description', description],
      ]);
      yield { url, ...(about && { about }), at: ++at };
    }
    // Only known results: the engine does not page, or has no more.
    if (known.size === knownBefore) return;
    position.pages++;
    position.results += results.length;
  }
}
