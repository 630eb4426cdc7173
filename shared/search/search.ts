import type { FieldGrammars } from '../index/field-parts.ts';
import { type FilterValues, SEARCH_FILTERS } from '../index/search-fields.ts';
import type { IndexCondition } from '../ports/index-condition.ts';
import type { IndexQuery, SearchIndex } from '../ports/search-index.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import { partNames } from '../query/compile/part-condition.ts';
import { anyForm, unspacedCondition } from '../query/compile/query-condition.ts';
import { isPhraseForm, withoutPhrases } from '../query/compile/query-terms.ts';
import { hasOnlyStopWords, queryWords } from '../query/compile/query-words.ts';
import { type IgnoredOperator, nameIgnored } from '../query/compile/resolved-query.ts';
import type { SynonymGroups } from '../query/compile/synonyms.ts';
import { NO_VALUE, valuelessFields } from '../query/web/valueless-fields.ts';
import type { SearchAnswer, SearchNotice, SearchRequest } from './answer.ts';
import { didYouMean } from './did-you-mean.ts';
import { expandSimilarWords } from './expand-similar-words.ts';
import { abstractOf, hitOf } from './hit-of.ts';
import { identifierOf } from './identifiers/identifier.ts';
import { identifierQuestion } from './identifiers/identifier-question.ts';
import { markedWords } from './marked-words.ts';
import { namedPage, pageOfDoi } from './named-page.ts';
import { newestFirst } from './newest-first.ts';
import { missedParts } from './notices/old-index.ts';
import { describeUnknownClass, unknownClasses } from './notices/unknown-classes.ts';
import { findOtherFormats } from './other-formats.ts';
import { type Promotion, promotedPages } from './promoted-pages.ts';
import { MAX_QUERY_LENGTH, parseFilter, type Question, readQuestion } from './question.ts';
import { DEFAULT_RANKING, type RankingOptions } from './ranking/ranking-options.ts';
import { MAX_FROM, resultPage } from './result-page.ts';
import { addStatistics } from './search-crawls.ts';
import { type SearchedWords, searchedWords } from './searched-words.ts';
import { SNIPPET_LENGTH } from './snippet.ts';
import { sortKeys } from './sort.ts';
import { stopWordCondition, urlsFirst, withWordsOfTexts } from './stop-word-query.ts';

/** Settings and limits of searches. */
export type SearchOptions = {
  /** Languages (ISO 639-1) of queries that name none, the likeliest first. Default: English. */
  languages?: readonly string[];
  /** Grammars of mapped fields, whose parts a query may name (`event.period:2002p1`). Default: none. */
  grammars?: FieldGrammars;
  /** Leaves out records with an earlier `unavailableAfter`. Epoch milliseconds; absent: leaves out none. */
  nowMs?: number;
  /** How the best records are scored. Default: `DEFAULT_RANKING`. */
  ranking?: RankingOptions;
  /** Words that are searched for with each other. Absent: none. */
  synonyms?: SynonymGroups;
  /** Pages that are shown above the hits of a query. Absent: none. */
  promotions?: readonly Promotion[];
  /** Folds records whose fingerprints differ in at most this many bits into one hit. Absent or null: folds none. */
  nearBits?: number | null;
  /** Only these records, at most 1,000. Default: all. */
  ids?: readonly string[];
  /**
   * Computes a part of the answer that may be missing: other formats, a corrected query, promoted pages, what an old index lacks. Returns undefined
   * if there is no time for it. Default: there is.
   */
  optionally?: <Part>(part: () => Promise<Part>) => Promise<Part | undefined>;
};

const DEFAULT_LANGUAGES = ['en'];

const DEFAULT_SIZE = 10;
const MAX_SIZE = 100;

/** Values of one facet: 10 fit on a page beside the hits; 1,000 are all classes of a topic or all years. */
const DEFAULT_FACET_SIZE = 10;
const MAX_FACET_SIZE = 1_000;

const NOT_COLLAPSED: IgnoredOperator = {
  operator: 'collapse=host',
  detail: 'the index is of an earlier version, so all hits are shown; thresher reindex rebuilds it',
};

const limitedPattern = (operator: string): IgnoredOperator => ({
  operator,
  detail: 'it matches too many words, so only some of them are searched for',
});

const stopWordsOnly = (operator: string): IgnoredOperator => ({
  operator,
  detail: 'has only stop words, so it finds pages by the words of their URLs, and pages in other languages',
});

/** Answers a query in the web syntax. Never rejects a query; `from` and `size` are clamped to their bounds. */
export async function search(
  request: SearchRequest,
  ports: { index: SearchIndex },
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  const read = readRequest(request, options);
  const index = countingTogether(ports.index, request.together);
  const { words, left } = await wordsOf(request.crawl, read, index, options.synonyms);
  const { ranking = DEFAULT_RANKING, nowMs, nearBits: bits = null, ids, optionally = anyTime } = options;
  const given = { ...indexQueryOf(request, read, words), ...(ids && { ids }) };
  const { query, limited } = await expandSimilarWords(request.crawl, given, ports.index);
  const understood = read.question.understood ?? left?.searched;
  const isShown = (record: SearchRecord) => isAvailable(record, nowMs);
  const { ofUrls } = read;
  const crawls = request.together ?? [request.crawl];
  const ordered = ofUrls ? await urlsFirst(crawls, query, ofUrls, ports.index) : query;
  const sorted = request.sort === '-fetched' ? newestFirst(ordered) : ordered;
  const hasOperators = understood !== undefined && !read.question.identifier;
  const isPlain = !hasOperators && !query.sort && Object.keys(query.filters).length === 0;
  const besides = { words: isPlain ? words : undefined, isShown, index: ports.index };
  const [{ hits, total, facets, hasMore, notCollapsed, limited: patterns = [] }, { correction, page, promoted = [] }] =
    await Promise.all([
      resultPage(request.crawl, sorted, index, { ranking, nowMs, bits, isShown }),
      query.from === 0 ? besidesHits(request, read, options, besides) : NOTHING_BESIDES,
    ]);
  const missed = (await optionally(() => missedParts(request.crawl, query, total, ports.index))) ?? [];
  const { namesClasses = crawls.length === 1 } = request;
  const areClassesNamed = namesClasses && total === 0;
  const unknown = areClassesNamed ? await optionally(() => unknownClasses(crawls, query, ports.index)) : [];
  const ofClasses = (unknown ?? []).map((one) => ({
    operator: `class:${one.name}`,
    detail: describeUnknownClass(one),
  }));
  const stale = [...(notCollapsed ? [NOT_COLLAPSED] : []), ...missed, ...ofClasses];
  const notice = noticeOf(read, words.length, left, [...limited, ...patterns.map(limitedPattern), ...stale]);
  const next = query.from + query.size;
  const { min, max, preset } = SNIPPET_LENGTH;
  const snippetLength =
    request.snippetLength === undefined ? undefined : clamp(request.snippetLength, preset, min, max);
  const isMarked = markedWords(query);
  const shown = hits.map(({ record }) => record.url);
  const formats = await optionally(() => findOtherFormats(request.crawl, shown, ports.index, isShown));
  return {
    query: request.q,
    total,
    from: query.from,
    hits: hits.map((hit) => ({
      ...hitOf(hit, isMarked, formats?.(hit.record.url) ?? [], snippetLength),
      ...(request.abstracts && { abstract: abstractOf(hit.record) }),
      ...(request.explain && { explanation: hit.parts }),
    })),
    facets: { ...Object.fromEntries((request.facets ?? []).map((name) => [name, []])), ...facets },
    next: hasMore && next + query.size <= MAX_FROM ? next : null,
    ...(understood !== undefined && { understood }),
    ...(notice && { notice }),
    ...(correction && { didYouMean: correction }),
    ...(page && page.id !== hits[0]?.record.id && { page }),
    ...(promoted.length > 0 && { promoted }),
    ...(total === 0 && (await optionally(() => countWithoutFilters(request.crawl, query, ports.index)))),
  };
}

/** Computes a part of an answer, however long it takes. */
const anyTime = <Part>(part: () => Promise<Part>): Promise<Part | undefined> => part();

/** Parts that only the first page of an answer has. Absent: nothing is found, or there is no time for it. */
type BesidesHits = {
  correction?: Awaited<ReturnType<typeof didYouMean>>;
  page?: Awaited<ReturnType<typeof namedPage>>;
  promoted?: Awaited<ReturnType<typeof promotedPages>> | undefined;
};

const NOTHING_BESIDES: BesidesHits = {};

/** @param searched.words words of a query without operators, order and filters; undefined for any other, which promotes no pages */
async function besidesHits(
  { crawl, q }: SearchRequest,
  { question: { identifier }, languages }: ReadRequest,
  options: SearchOptions,
  searched: { words: IndexQuery['words'] | undefined; isShown: (record: SearchRecord) => boolean; index: SearchIndex },
): Promise<BesidesHits> {
  const { optionally = anyTime, synonyms } = options;
  const { words, isShown, index } = searched;
  const pageOf = async () =>
    (await pageOfDoi(crawl, q, languages, index, isShown)) ?? namedPage(crawl, q, index, isShown);
  const promotedBy = (plain: IndexQuery['words']) =>
    promotedPages(crawl, identifier ? [[identifier.key]] : plain, { ...options, languages }, index, isShown);
  const [correction, page, promoted] = await Promise.all([
    optionally(() => didYouMean(crawl, q, index, languages, synonyms)),
    optionally(pageOf),
    words && optionally(() => promotedBy(words)),
  ]);
  return { correction, page, promoted };
}

/** Returns an index that counts words over several crawls. */
function countingTogether(index: SearchIndex, crawls: readonly string[] = []): SearchIndex {
  if (crawls.length < 2) return index;
  const statistics = async (_: string, words: readonly string[]) =>
    addStatistics(await Promise.all(crawls.map((crawl) => index.statistics(crawl, words))));
  return { ...index, statistics };
}

/** Tells a filter that excludes everything, such as a host without pages, from words that no page has. */
async function countWithoutFilters(
  crawl: string,
  query: IndexQuery,
  index: SearchIndex,
): Promise<Pick<SearchAnswer, 'totalWithoutFilters'>> {
  if (Object.keys(query.filters).length === 0) return {};
  const { facets: _, collapse: __, ...counted } = query;
  const words = withoutPhrases(query.words);
  const { total } = await index.search(crawl, { ...counted, words, filters: {}, from: 0, size: 1 });
  return { totalWithoutFilters: total };
}

/** Returns the query for the index. Filters of the request override those in its text. */
export function toIndexQuery(request: SearchRequest, options: SearchOptions): IndexQuery {
  const read = readRequest(request, options);
  const { question, languages } = read;
  const words = question.identifier?.words ?? queryWords(question.text, languages, options.synonyms);
  return { ...indexQueryOf(request, read, words), words: withoutPhrases(words) };
}

/** `ofUrls`: see `stopWordCondition`. `valueless`: see `valuelessFields`. */
type ReadRequest = {
  question: Question;
  filters: FilterValues;
  languages: readonly string[];
  ofUrls: IndexCondition | undefined;
  valueless: readonly string[];
};

function readRequest(
  request: SearchRequest,
  { languages: preset = DEFAULT_LANGUAGES, grammars, synonyms }: SearchOptions,
): ReadRequest {
  const identifier = identifierOf(request.q);
  const questionIn = (codes: readonly string[]) =>
    identifier ? identifierQuestion(identifier, codes) : readQuestion(request.q, codes, grammars, synonyms);
  const first = questionIn(preset);
  const filters = { ...first.filters, ...requestFilters(request) };
  const languages = filters.language === undefined ? preset : [filters.language];
  const question = languages === preset ? first : questionIn(languages);
  const cut = request.q.slice(0, MAX_QUERY_LENGTH);
  // An identifier is searched as a whole.
  const valueless = identifier ? [] : valuelessFields(cut, partNames(grammars ?? {}));
  return { question, filters, languages, ofUrls: stopWordCondition(request.q, question, languages), valueless };
}

/** Returns the words that rank. */
async function wordsOf(
  crawl: string,
  { question, languages }: ReadRequest,
  index: Pick<SearchIndex, 'statistics'>,
  synonyms: SynonymGroups | undefined,
): Promise<SearchedWords> {
  const { text, identifier } = question;
  return identifier ? { words: identifier.words } : searchedWords(crawl, text, languages, index, synonyms);
}

function indexQueryOf(
  request: SearchRequest,
  { question, filters, languages, ofUrls }: ReadRequest,
  words: string[][],
): IndexQuery {
  const { bonuses, identifier, text } = question;
  const condition = ofUrls ? withWordsOfTexts(ofUrls, words) : question.condition;
  const sort = sortKeys(request.sort);
  const ofParts = condition || identifier ? undefined : unspacedCondition(text, words, languages);
  const matching = condition ?? ofParts ?? (words.flat().some(isPhraseForm) ? anyForm(words) : undefined);
  const isForPages = isForAllPages(request.q) || Object.keys(question.filters).length > 0;
  const isForNothing = !isForPages && !condition && words.length + bonuses.length === 0;
  return {
    words,
    ...(isForNothing ? { condition: { match: 'none' } } : matching && { condition: matching }),
    ...(bonuses.length > 0 && { bonuses }),
    filters,
    ...(sort.length > 0 && { sort }),
    ...(request.collapse && { collapse: request.collapse }),
    ...(request.facets?.length && {
      facets: { names: request.facets, size: clamp(request.facetSize, DEFAULT_FACET_SIZE, 1, MAX_FACET_SIZE) },
    }),
    from: clamp(request.from, 0, 0, MAX_FROM),
    size: clamp(request.size, DEFAULT_SIZE, 1, MAX_SIZE),
  };
}

/** Queries for all pages: an empty one, and those of other search engines. */
const ALL_PAGES: readonly string[] = ['', '*', '*:*'];

/** Whether a query means all pages. Another one without words finds none: `"?!"`, `title:""`. */
const isForAllPages = (q: string): boolean => ALL_PAGES.includes(q.trim());

/** @returns what of the query is not applied; undefined if all of it is */
function noticeOf(
  { question: { text, ignored, condition }, languages, valueless }: ReadRequest,
  searched: number,
  left: SearchedWords['left'],
  limited: readonly IgnoredOperator[],
): SearchNotice | undefined {
  const rest = left && { operator: '…', detail: `only the ${searched} rarest of ${left.of} words are searched for` };
  const named = [...ignored];
  for (const field of valueless) nameIgnored(named, field, NO_VALUE);
  // A condition of stop words alone is named already.
  const isPlain = !condition && ignored.length === 0;
  const frequent = isPlain && hasOnlyStopWords(text, languages) ? [stopWordsOnly(text)] : [];
  const all = [...named, ...frequent, ...limited, ...(rest ? [rest] : [])];
  return all.length === 0 ? undefined : { ignored: all, searched: left?.searched ?? text };
}

/** Returns the filters that a request sets. An invalid value stays as it is, so nothing matches it. */
function requestFilters(request: FilterValues): FilterValues {
  const filters: FilterValues = {};
  for (const { name } of SEARCH_FILTERS) {
    const value = request[name];
    if (value) filters[name] = parseFilter(name, value) ?? value;
  }
  return filters;
}

function clamp(value: number | undefined, preset: number, min: number, max: number): number {
  if (value === undefined || Number.isNaN(value)) return preset;
  return Math.min(Math.max(Math.trunc(value), min), max);
}

/** @param nowMs the time in epoch milliseconds, or undefined if every record is available */
function isAvailable({ unavailableAfter }: SearchRecord, nowMs: number | undefined): boolean {
  return unavailableAfter === undefined || nowMs === undefined || nowMs < unavailableAfter;
}
