import type { SearchIndex } from '../ports/search-index.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import { compiledByLanguages } from '../query/compile/by-languages.ts';
import { queryWords } from '../query/compile/query-words.ts';
import type { SynonymGroups } from '../query/compile/synonyms.ts';
import { identifierOf } from './identifiers/identifier.ts';
import { type NamedPage, pageAt } from './named-page.ts';

/** Queries, and the addresses of the pages that an operator shows above their hits. */
export type Promotion = { queries: readonly string[]; urls: readonly string[] };

/** A query in the forms of its words in the index. `place`: that of its promotion in the settings. */
type PromotedQuery = { words: readonly (readonly string[])[]; urls: readonly string[]; place: number };

/** Promoted queries by each form of their first word. */
type PromotedQueries = ReadonlyMap<string, readonly PromotedQuery[]>;

/** Maximum number of addresses that are looked up for a query: many promotions may list it. Each costs the engine up to two requests. */
const MAX_URLS = 10;

const compiled = compiledByLanguages<readonly Promotion[], PromotedQueries>();

/** `languages`: in which queries are read, ISO 639-1. `synonyms`: words that are searched for with each other. */
export type PromotionOptions = {
  promotions?: readonly Promotion[];
  languages: readonly string[];
  synonyms?: SynonymGroups;
};

/**
 * Finds the pages that are promoted for a query: one that has the words of a listed query, in any of their forms and in any order, and
 * no others, or is the same identifier.
 *
 * @param words forms of each word of the query; of an identifier its key alone
 * @param isShown whether a record may be shown
 * @returns at most 10, in the order of the settings, each page once. Addresses without a record are left out
 */
export async function promotedPages(
  crawl: string,
  words: readonly (readonly string[])[],
  { promotions = [], languages, synonyms }: PromotionOptions,
  index: Pick<SearchIndex, 'findByUrl'>,
  isShown: (record: SearchRecord) => boolean,
): Promise<NamedPage[]> {
  if (promotions.length === 0 || words.length === 0) return [];
  const urls = [...promotedUrls(words, promotions, languages, synonyms)].slice(0, MAX_URLS);
  const found = await Promise.all(urls.map((url) => pageAt(crawl, new URL(url), index, isShown)));
  const pages = found.filter((page) => page !== undefined);
  return pages.filter(({ id }, i) => pages.findIndex((page) => page.id === id) === i);
}

function promotedUrls(
  words: readonly (readonly string[])[],
  promotions: readonly Promotion[],
  languages: readonly string[],
  synonyms: SynonymGroups | undefined,
): Set<string> {
  const queries = compiled(promotions, languages, (codes) => compile(promotions, codes, synonyms));
  const near = new Set(words.flat().flatMap((form) => queries.get(form) ?? []));
  const same = [...near].filter((query) => hasSameWords(query.words, words)).sort((a, b) => a.place - b.place);
  return new Set(same.flatMap(({ urls }) => urls));
}

function compile(
  promotions: readonly Promotion[],
  languages: readonly string[],
  synonyms: SynonymGroups | undefined,
): PromotedQueries {
  const byForm = new Map<string, PromotedQuery[]>();
  for (const [place, { queries, urls }] of promotions.entries())
    for (const text of queries) {
      const identifier = identifierOf(text);
      const words = identifier ? [[identifier.key]] : queryWords(text, languages, synonyms);
      for (const form of words[0] ?? []) {
        const known = byForm.get(form);
        if (known) known.push({ words, urls, place });
        else byForm.set(form, [{ words, urls, place }]);
      }
    }
  return byForm;
}

function hasSameWords(one: PromotedQuery['words'], other: PromotedQuery['words']): boolean {
  const isIn = (words: PromotedQuery['words']) => (forms: readonly string[]) =>
    words.some((own) => own.some((form) => forms.includes(form)));
  return one.every(isIn(other)) && other.every(isIn(one));
}
