import { countAnnotations } from '../shared/annotations/count-annotations.ts';
import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';
import { createCrawlMenus } from '../shared/search/crawl-menus.ts';
import type { Menus } from '../shared/search/menus.ts';
import { queryLanguages } from '../shared/search/query-languages.ts';
import { type SearchOptions, search } from '../shared/search/search.ts';
import { type RecordsAnswer, type RecordsRequest, searchRecords } from '../shared/search/search-records.ts';
import { type Suggestion, suggest } from '../shared/search/suggest.ts';
import { fieldGrammarsOf } from '../shared/settings/search/field-grammars.ts';
import { menusOf } from '../shared/settings/search/menus.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { deriveSettings } from './run/derive-settings.ts';
import type { Stores } from './run/wiring.ts';

type Search = (request: SearchRequest) => Promise<SearchAnswer>;

/** Creates a search over the crawls of a folder with the settings of each crawl. Its hits do not have the numbers of their annotations. */
export function createCrawlSearch(stores: Stores): Search {
  const optionsOf = searchOptions(stores);
  return async (request) => search(request, stores, { ...(await optionsOf(request.crawl)), nowMs: Date.now() });
}

/** Creates a search like `createCrawlSearch` whose hits have the numbers of their annotations. @param onFault see `countAnnotations` */
export const createAnnotatedSearch = (stores: Stores, onFault?: (error: unknown) => void): Search =>
  countAnnotations(createCrawlSearch(stores), stores.annotations, onFault);

/** Creates a search in CQL and PLQL over the crawls of a folder with the settings of each crawl. */
export function createRecordSearch(stores: Stores): (request: RecordsRequest) => Promise<RecordsAnswer> {
  const optionsOf = searchOptions(stores);
  return async (request) => searchRecords(request, stores, { ...(await optionsOf(request.crawl)), nowMs: Date.now() });
}

/** Creates a function that completes queries to the crawls of a folder. */
export function createCrawlSuggest(
  stores: Stores,
): (request: { crawl: string; q: string; size: number }) => Promise<Suggestion[]> {
  const optionsOf = searchOptions(stores);
  return async (request) => suggest(request, stores.index, (await optionsOf(request.crawl))?.languages ?? []);
}

/**
 * Returns the options that tell which records a query to a crawl finds: the languages of queries that name no language (ISO 639-1), the
 * grammars of mapped fields, and synonyms.
 */
export async function crawlSearchOptions(
  crawl: string,
  stores: Stores,
): Promise<Pick<StoredOptions, 'languages' | 'grammars' | 'synonyms'>> {
  const { languages = [], grammars = {}, synonyms = [] } = (await searchOptions(stores)(crawl)) ?? {};
  return { languages, grammars, synonyms };
}

/** Creates a function that finds the menus of the search form of a crawl. */
export function createSearchMenus(stores: Stores): (crawl: string) => Promise<Menus> {
  const menusOfSettings = deriveSettings(stores, ({ search: { menus } }) => menusOf(menus));
  return createCrawlMenus(createCrawlSearch(stores), async (crawl) => (await menusOfSettings(crawl)) ?? {}, Date.now);
}

type StoredOptions = Required<
  Pick<SearchOptions, 'languages' | 'grammars' | 'ranking' | 'synonyms' | 'promotions' | 'nearBits'>
>;

/** Returns a function that reads the options of a crawl from its settings, with the languages of its pages if they name none. */
function searchOptions(stores: Stores): (crawl: string) => Promise<StoredOptions | undefined> {
  const optionsOf = deriveSettings(stores, searchOptionsOf);
  const languagesOf = queryLanguages(stores.index, Date.now);
  return async (crawl) => {
    const options = await optionsOf(crawl);
    return options && { ...options, languages: await languagesOf(crawl, options.languages) };
  };
}

function searchOptionsOf(settings: Settings): StoredOptions {
  const { languages, ranking, synonyms, promotions } = settings.search;
  return {
    languages,
    grammars: fieldGrammarsOf(settings),
    ranking,
    synonyms,
    promotions,
    nearBits: settings.duplicates.nearBits,
  };
}
