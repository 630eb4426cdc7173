import { FACET_NAMES } from '../../shared/index/facets.ts';
import { type FilterName, SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import type { SearchAnswer, SearchRequest } from '../../shared/search/answer.ts';
import { MAX_QUERY_LENGTH } from '../../shared/search/question.ts';
import { MAX_COMBINED, MAX_CRAWLS, searchCrawls } from '../../shared/search/search-crawls.ts';
import { parseSort, SORTS } from '../../shared/search/sort.ts';
import { searchStack } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, EXIT, NAME_OPTION, parseNumberOption, UsageError } from '../command.ts';
import { type CrawlLocation, selectCrawl, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { printHits } from '../output/print-hits.ts';
import { parseFilters } from '../parse-filters.ts';
import { createAnnotatedSearch } from '../search-crawl.ts';

export const searchCommand = command({
  name: 'search',
  usage: ['QUERY [--dir DIR] [--name NAME] [--json] [filters] [--target aws [--stack NAME]]'],
  about: 'Searches the crawled pages. Pages with all of the words come first.',
  options: {
    ...CRAWL_OPTIONS,
    name: {
      ...NAME_OPTION,
      help: 'name of the crawl, if the folder has more than one; several joined by commas are searched together',
    },
    from: { type: 'string', value: 'N', help: 'skip the first N hits' },
    size: { type: 'string', value: 'N', help: 'print N hits, at most 100 (default: 10)' },
    sort: {
      type: 'string',
      value: 'ORDER',
      help: `${SORTS.join(', ')}; by date of the page, oldest first or (--sort=-date) newest first, or by time of the fetch; default: relevance`,
    },
    collapse: {
      type: 'string',
      value: 'FIELD',
      help: 'host: only the best hit of each host, with the number of others',
    },
    explain: { type: 'boolean', help: 'print the parts of each score' },
    facets: { type: 'boolean', help: `count the values of all hits: ${FACET_NAMES.join(', ')}` },
    ...filterOptions(),
    ...TARGET_OPTIONS,
  },
  examples: [
    ["thresher search 'carnivorous plants'", 'the ten best hits'],
    ['thresher search sundew --language en --site www.example.org --json', 'with filters, as JSON for a script'],
    ['thresher search sundew --sort=-date --facets', 'newest first, with the number of hits by site, language, year …'],
    ['thresher search sundew --name plants,bogs', 'two crawls of the folder together'],
    ['thresher search sundew --target aws', 'the newest crawl of a stack, through its public URL'],
  ],
  async run({ operands, options }, terminal) {
    const { dir, name, json, from, size, sort, collapse, explain, facets, target, stack, region, ...filters } = options;
    const side = { target, stack, region, dir };
    const q = operands.join(' ').trim();
    if (q.length > MAX_QUERY_LENGTH)
      throw new UsageError(`thresher search: the query has ${q.length} characters; at most ${MAX_QUERY_LENGTH}`);
    if (q === '') throw new UsageError('thresher search: give the words to search for, or * for all pages');
    const page = { from: parseNumberOption('from', from, 0) ?? 0, size: parseNumberOption('size', size, 1) ?? 10 };
    if (page.size > 100) throw new UsageError('--size: at most 100');
    const order = parseSort(sort ?? 'relevance');
    if (!order) throw new UsageError(`--sort: ${sort}: must be one of ${SORTS.join(', ')}`);
    if (collapse !== undefined && collapse !== 'host') throw new UsageError(`--collapse: ${collapse}: must be host`);
    const request: Request = {
      q,
      ...page,
      ...(sort !== undefined && { sort: order }),
      ...(collapse && { collapse }),
      ...parseFilters(q, filters, '--'),
      ...(explain && { explain }),
      ...(facets && { facets: FACET_NAMES }),
    };
    const answer = targetsAws(side)
      ? await searchStack(
          await openStack(side, terminal),
          { ...request, ...(name !== undefined && { crawl: name }) },
          terminal,
        )
      : await searchLocally({ dir, name }, request);
    if (json) terminal.out(formatJson(answer));
    else printHits(answer, terminal);
    return EXIT.done;
  },
});

type Request = Omit<SearchRequest, 'crawl'>;
type FilterOption = { type: 'string'; value: string; help: string };

/** Returns an option for each filter of the search fields. */
function filterOptions(): Record<FilterName, FilterOption> {
  const options = SEARCH_FILTERS.map(({ name, option }) => [name, { type: 'string', ...option }]);
  return Object.fromEntries(options) as Record<FilterName, FilterOption>;
}

/** @throws UsageError if the folder lacks one of the crawls that `name` lists */
function searchLocally({ dir, name }: CrawlLocation, request: Request): Promise<SearchAnswer> {
  const names = [...new Set(name?.split(','))];
  if (names.length < 2)
    return withCrawl({ dir, name: names[0] }, 'read', ({ crawl }, stores) =>
      createAnnotatedSearch(stores)({ crawl, ...request }),
    );
  if (names.length > MAX_CRAWLS) throw new UsageError(`--name: at most ${MAX_CRAWLS} crawls`);
  const { from = 0, size = 0 } = request;
  if (from + size > MAX_COMBINED) throw new UsageError(`--from: at most ${MAX_COMBINED - size} with several crawls`);
  return withCrawl({ dir, name: names[0] }, 'read', async (_, stores, opened) => {
    const crawls = await stores.control.list();
    for (const one of names) selectCrawl(crawls, one, opened, stores.removal.unfinished());
    return searchCrawls(names, request, createAnnotatedSearch(stores));
  });
}
