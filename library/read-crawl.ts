import { UsageError } from '../cli/command.ts';
import { chooseRecords } from '../cli/export/choose-records.ts';
import { storesUntil } from '../cli/export/export-run.ts';
import type { ExportedRecord } from '../cli/export/exported-record.ts';
import { recordsToExport } from '../cli/export/records-to-export.ts';
import { type CrawlLocation, checkHasCrawl, withCrawl } from '../cli/open-crawl.ts';
import { parseFilters } from '../cli/parse-filters.ts';
import { openStores } from '../cli/run/wiring.ts';
import { createAnnotatedSearch } from '../cli/search-crawl.ts';
import { FACET_NAMES } from '../shared/index/facets.ts';
import { SEARCH_FILTERS } from '../shared/index/search-fields.ts';
import type { ChangedQuery, SearchRecord } from '../shared/ports/search-index.ts';
import type { SearchAnswer, SearchRequest } from '../shared/search/answer.ts';
import { indexIdentity } from '../shared/search/index-identity.ts';
import { listChanges } from '../shared/search/list-changes.ts';
import { parseSort, SORTS } from '../shared/search/sort.ts';
import { awaitChanges } from './await-changes.ts';
import { checkOptions, type OptionTypes, type OrUndefined, PLACE_TYPES } from './check-options.ts';
import { inLibraryTerms, itemsInLibraryTerms, libraryError } from './library-error.ts';
import { openUntilClosed } from './open-until-closed.ts';
import { itemsUntilAborted } from './until-aborted.ts';

export type { CrawlLocation };

/** A query, with the filters beside it. */
export type CrawlRequest = OrUndefined<Omit<SearchRequest, 'crawl' | 'q' | 'namesClasses'>> & { q: string };

const REQUEST_TYPES = {
  ...Object.fromEntries(SEARCH_FILTERS.map(({ name }) => [name, 'string'])),
  q: 'string',
  from: 'number',
  size: 'number',
  sort: 'string',
  collapse: 'string',
  facets: 'list',
  facetSize: 'number',
  snippetLength: 'number',
  explain: 'boolean',
  together: 'list',
} as OptionTypes<CrawlRequest>;

/** Maximum number of hits of an answer. */
const MAX_SIZE = 100;

/**
 * Searches a crawl as `thresher search` does. `notice` of the answer names parts of the query that were not applied, and,
 * if nothing is found without `together`, its classes that no page has.
 *
 * @throws UsageError if the request has no query or an unknown key, if the order, a facet or a filter has an invalid value, beside the query or in it
 * (`type:webpage`), or if the folder has no such crawl, or several and no name is given
 */
export async function search(request: CrawlRequest, place: CrawlLocation = {}): Promise<SearchAnswer> {
  const asked = checkOptions('request', request, REQUEST_TYPES);
  checkOptions('options', place, PLACE_TYPES);
  const { q, sort, facets = [], size = 1, from = 0 } = asked;
  if (q === undefined) throw new UsageError('q: is missing');
  if (!Number.isInteger(size) || size < 1 || size > MAX_SIZE)
    throw new UsageError(`size: ${size}: must be a whole number from 1 to ${MAX_SIZE}`);
  if (!Number.isInteger(from) || from < 0) throw new UsageError(`from: ${from}: must be a whole number of at least 0`);
  for (const facet of facets)
    if (!FACET_NAMES.includes(facet))
      throw new UsageError(`facets: ${facet}: must be one of ${FACET_NAMES.join(', ')}`);
  if (sort !== undefined && parseSort(sort) === undefined)
    throw new UsageError(`sort: ${sort}: must be one of ${SORTS.join(', ')}`);
  const checked = { ...asked, ...parseFilters(q, asked, '') };
  return inLibraryTerms(() =>
    withCrawl(place, 'read', ({ crawl }, stores) => createAnnotatedSearch(stores)({ crawl, ...checked })),
  );
}

const ignore = (): void => undefined;

/** Which records are read. */
export type RecordOptions = CrawlLocation & {
  /** Only records that match, in the syntax of `search`. Absent: all. */
  query?: string | undefined;
  /** Ends the reading before the next record or object: it throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Called for what cannot be read because stored objects are missing or damaged. Default: nothing. */
  onSkipped?: ((message: string) => void) | undefined;
};

/**
 * Reads the records of a crawl, as `thresher export` does, with one stored object in memory at a time.
 *
 * @throws UsageError if the folder has no such crawl, or the query has a part that is not valid; the reason of `signal`
 */
export async function* records(options: RecordOptions = {}): AsyncGenerator<ExportedRecord, void> {
  checkOptions('options', options, { ...PLACE_TYPES, query: 'string', signal: 'signal', onSkipped: 'function' });
  yield* itemsInLibraryTerms(() => readRecords(options));
}

async function* readRecords(options: RecordOptions): AsyncGenerator<ExportedRecord, void> {
  const { query, signal = new AbortController().signal, onSkipped = ignore, ...place } = options;
  signal.throwIfAborted();
  const { dir, crawl } = await withCrawl(place, 'read', async (control, _, folder) => ({
    dir: folder,
    crawl: control.crawl,
  }));
  const opened = openStores(dir, 'read');
  try {
    const stores = storesUntil(signal, opened);
    const matching = query === undefined ? undefined : await chooseRecords(crawl, { query }, stores, onSkipped, ignore);
    const source = { ...stores, ...(matching && { matching }) };
    const items = itemsUntilAborted(recordsToExport(crawl, source, onSkipped), signal);
    for await (const { exported } of items) yield exported;
  } finally {
    opened.close();
  }
}

/** Which changes are read. */
export type ChangesOptions = CrawlLocation & {
  /** `next` of an earlier call. Absent: all records. */
  after?: string | undefined;
  /** Maximum number of changes, a whole number of at least 1. There are fewer if they are long. Default: 100. */
  size?: number | undefined;
};

/** Changes of a crawl, each record once, by its latest change. */
export type Changes = {
  changes: RecordChanged[];
  /** The option `after` of the changes that follow, now or later. */
  next: string;
  /** Whether there are more changes now, even if `changes` is empty. */
  more: boolean;
};

/** `record`: as the search index has it, with its text; absent if no page has this text any longer. `at`: epoch milliseconds; 0 if unknown. */
export type RecordChanged = { id: string; at: number; record?: SearchRecord };

/**
 * Lists the records that are new, have changed or were removed since an earlier call, as `/changes` does. A crawl may run meanwhile: its changes
 * are listed two seconds after they were written. Those of a crawl that has ended are all listed: a call at once waits for them.
 *
 * @throws UsageError if the folder has no such crawl, if `size` is not valid, if `after` is not of this crawl, or if removed records are forgotten:
 * it is old, or the crawl or its index was made again
 */
export async function changes(options: ChangesOptions = {}): Promise<Changes> {
  checkOptions('options', options, { ...PLACE_TYPES, after: 'string', size: 'number' });
  const { after, size = 100, ...place } = options;
  if (!Number.isSafeInteger(size) || size < 1)
    throw new UsageError(`size: ${size}: must be a whole number of at least 1`);
  const list = await inLibraryTerms(() =>
    withCrawl(place, 'read', async ({ crawl }, stores, dir) => {
      const { index, clock } = stores;
      await awaitChanges(crawl, dir, stores);
      const ports = {
        changedRecords: (name: string, query: ChangedQuery) => index.changedRecords(name, query),
        record: (name: string, id: string) => index.get(name, id),
      };
      const identity = await indexIdentity(crawl, stores);
      return listChanges({ crawl, indexIdentity: identity, after, size, withText: true }, ports, clock.now());
    }),
  );
  if (list === 'invalid') throw new UsageError('after: must be next of an earlier call for this crawl');
  if (list === 'expired')
    throw new UsageError(
      'after: is older than what is known of removed records (35 days, and not from before the crawl or its index was made again); read all records, and delete the others',
    );
  return list;
}

/**
 * Opens the stores of a data folder: the ports of `shared/ports/` on SQLite and files (`index`, `objects`, `frontier`, `control` …).
 * Call `close` at the end; a second call does nothing. Later calls of the databases are UsageErrors.
 *
 * @param mode `read` changes nothing, also while a crawl runs. `write` is for one process at a time, and creates a folder that does not exist.
 * @throws UsageError if a folder to read has no crawl
 */
export function openFolder(dir: string, mode: 'read' | 'write' = 'read'): Stores {
  checkOptions('arguments', { dir }, { dir: 'string' });
  if (mode !== 'read' && mode !== 'write') throw new UsageError(`mode: ${mode}: must be read or write`);
  try {
    if (mode === 'read') checkHasCrawl(dir);
  } catch (error) {
    throw libraryError(error);
  }
  const stores = openStores(dir, mode);
  let isClosed = false;
  const closedError = () => new UsageError(`${dir}: its stores were closed; open them again with openFolder`);
  return {
    ...openUntilClosed(stores, () => isClosed, closedError),
    close() {
      if (isClosed) return;
      isClosed = true;
      stores.close();
    },
  };
}

export type Stores = ReturnType<typeof openStores>;
