import type { SearchAnswer, SearchRequest } from '../../shared/search/answer.ts';
import { searchStack } from '../aws/api.ts';
import { isAws, openStack, TARGET_OPTIONS } from '../aws/target.ts';
import { command, DIR_OPTION, EXIT, JSON_OPTION, NAME_OPTION, parseNumberOption, UsageError } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { printHits } from '../output/print-hits.ts';
import { createCrawlSearch } from '../search-crawl.ts';

export const searchCommand = command({
  name: 'search',
  usage: ['QUERY [--dir DIR] [--name NAME] [--json] [filters] [--target aws [--stack NAME]]'],
  about: 'Searches what was crawled. Several words: pages with most of them first.',
  options: {
    dir: DIR_OPTION,
    name: NAME_OPTION,
    json: JSON_OPTION,
    from: { type: 'string', value: 'N', help: 'pass over so many hits' },
    size: { type: 'string', value: 'N', help: 'show so many, at most 100 (default: 10)' },
    language: { type: 'string', value: 'CODE', help: 'only pages in this language, such as en' },
    site: { type: 'string', value: 'HOST', help: 'only pages of this host' },
    type: { type: 'string', value: 'TYPE', help: 'only this media type, such as text/html' },
    class: { type: 'string', value: 'CLASS', help: 'only pages of this class of the topic' },
    after: { type: 'string', value: 'DATE', help: 'only pages dated on or after, such as 2024-05-31' },
    before: { type: 'string', value: 'DATE', help: 'only pages dated on or before' },
    ...TARGET_OPTIONS,
  },
  examples: [
    ["thresher search 'carnivorous plants'", 'the best ten'],
    ['thresher search sundew --language en --site www.example.org --json', 'narrowed down, for a script'],
    ['thresher search sundew --target aws', 'in the newest crawl of a stack, by its public address'],
  ],
  async run({ operands, options }, terminal) {
    const { dir, name, json, from, size, target, stack, region, ...filters } = options;
    const side = { target, stack, region, dir };
    const q = operands.join(' ').trim();
    if (q === '') throw new UsageError('thresher search: give the words to search for');
    const page = { from: parseNumberOption('from', from, 0) ?? 0, size: parseNumberOption('size', size, 1) ?? 10 };
    if (page.size > 100) throw new UsageError('--size: at most 100');
    const question: Question = { q, ...page, ...given(filters) };
    const answer = isAws(side)
      ? await searchStack(await openStack(side, terminal), { ...question, ...given({ crawl: name }) }, terminal)
      : await searchHere({ dir, name }, question);
    if (json) terminal.out(JSON.stringify(answer));
    else printHits(answer, terminal);
    return EXIT.done;
  },
});

type Question = Omit<SearchRequest, 'crawl'>;

function searchHere(place: CrawlLocation, question: Question): Promise<SearchAnswer> {
  return withCrawl(place, 'read', ({ crawl }, stores) => createCrawlSearch(stores)({ crawl, ...question }));
}

function given(filters: Record<string, string | undefined>): Partial<SearchRequest> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
