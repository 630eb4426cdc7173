import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';
import { search } from '../shared/search/search.ts';
import { type Stores, settingsOf } from './open-crawl.ts';

/** Searches crawls of a folder, each in the languages that its settings name. Settings are read once. */
export function crawlSearcher(stores: Stores): (request: SearchRequest) => Promise<SearchAnswer> {
  const read = new Map<string, readonly string[]>();
  const languagesOf = async (crawl: string) => {
    const control = await stores.control.get(crawl);
    if (!control) return undefined;
    const languages = read.get(control.settingsKey) ?? (await settingsOf(control, stores)).search.languages;
    read.set(control.settingsKey, languages);
    return { languages };
  };
  return async (request) => search(request, stores, await languagesOf(request.crawl));
}
