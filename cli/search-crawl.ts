import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';
import { search } from '../shared/search/search.ts';
import { storedSettings } from './crawl-settings.ts';
import type { Stores } from './wiring.ts';

/** Searches crawls of a folder, each in the languages that its settings name. They are read once, and again when they have changed. */
export function crawlSearcher(stores: Stores): (request: SearchRequest) => Promise<SearchAnswer> {
  const read = new Map<string, readonly string[]>();
  const languagesOf = async (crawl: string) => {
    const key = (await stores.control.get(crawl))?.settingsKey;
    if (key === undefined) return undefined;
    const languages = read.get(key) ?? (await storedSettings(crawl, stores)).settings.search.languages;
    read.set(key, languages);
    return { languages };
  };
  return async (request) => search(request, stores, { ...(await languagesOf(request.crawl)), nowMs: Date.now() });
}
