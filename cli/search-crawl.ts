import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';
import { type SearchOptions, search } from '../shared/search/search.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { loadStoredSettings } from './run/crawl-settings.ts';
import type { Stores } from './run/wiring.ts';

/**
 * Creates a search over the crawls of a folder with the settings of each crawl. Settings are cached until they change.
 */
export function createCrawlSearch(stores: Stores): (request: SearchRequest) => Promise<SearchAnswer> {
  const read = new Map<string, SearchOptions>();
  const optionsOf = async (crawl: string) => {
    const key = (await stores.control.get(crawl))?.settingsKey;
    if (key === undefined) return undefined;
    const options = read.get(key) ?? searchOptionsOf((await loadStoredSettings(crawl, stores)).settings);
    read.set(key, options);
    return options;
  };
  return async (request) => search(request, stores, { ...(await optionsOf(request.crawl)), nowMs: Date.now() });
}

function searchOptionsOf({ search: { languages }, duplicates: { nearBits } }: Settings): SearchOptions {
  return { languages, nearBits };
}
