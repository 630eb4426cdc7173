import type { FacetName } from '../index/facets.ts';
import type { FilterValues, HitProperty } from '../index/search-fields.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import type { IgnoredOperator } from '../query/compile/resolved-query.ts';
import type { DidYouMean } from './did-you-mean.ts';
import type { NamedPage } from './named-page.ts';
import type { ScorePart } from './ranking/relevance.ts';
import type { Sort } from './sort.ts';

/** The answer to a search, as JSON and for the search page. Fields may be added, never renamed. */
export type SearchAnswer = {
  query: string;
  /** Number of matching records, without near-duplicates that are known to be folded: those that rank above the next page. */
  total: number;
  /** Number of hits before the first one here. Folded records are not hits. */
  from: number;
  hits: SearchHit[];
  /** Numbers of matching records by value, most frequent first, for each facet that was asked for. */
  facets: Record<string, { value: string; count: number }[]>;
  /** `from` of the next page; null if there is none. */
  next: number | null;
  /** How the query was understood, with its operators. Absent if it has only words and filters. */
  understood?: string;
  /** A query that may have been meant. Only on the first page of hits, and only if there is one. */
  didYouMean?: DidYouMean;
  /** The page whose URL or DOI the query is. Only with the first hits, and only if it is not the first of them. */
  page?: NamedPage;
  /** Pages that the settings promote for the query. Only with the first hits, without filters, operators and order; absent: none. */
  promoted?: NamedPage[];
  /** What of the query was not applied, and, if nothing is found, its classes that no page has. Absent: neither. */
  notice?: SearchNotice;
  /** Number of records that match without the filters. Only there if the query has filters and nothing matches with them. */
  totalWithoutFilters?: number;
};

/** What a search says about parts of its query. */
export type SearchNotice = {
  /** Parts that were not applied, and classes that no page has: these were applied (`isUnknownClass`). */
  ignored: IgnoredOperator[];
  /** The words that were searched for, joined by blanks. Empty: all pages. */
  searched: string;
};

/** A record as a result of a search. */
export type SearchHit = Pick<SearchRecord, Exclude<HitProperty, 'fetchedAt'>> & {
  id: string;
  /** Crawl of the hit. Only there if several crawls were searched together. */
  crawl?: string;
  url: string;
  /** URLs with this text, `url` among them; at most 100. `numRefBy` counts all. */
  urls: string[];
  title: string;
  /** Several authors are joined by `; `. Null if unknown. */
  author: string | null;
  /** Plain text around the words of the query. */
  snippet: string;
  /** Positions of the words of the query in `snippet`: pairs of start and end, in UTF-16 units. */
  marks: [start: number, end: number][];
  /**
   * Where the snippet begins in the main text, in UTF-16 units; null if it is no part of it. Only there if the request has `snippetLength`.
   */
  snippetOffset?: number | null;
  /** The description of the page, or else the beginning of its text; empty with `nosnippet`. Only there if the request has `abstracts`. */
  abstract?: string;
  /** 0 with `sort: -fetched`. */
  score: number;
  /** When the page was fetched with this text. ISO 8601. */
  fetchedAt: string;
  /** The parts that add up to `score`. Only there if the request asks for it. */
  explanation?: ScorePart[];
  /** Number of URLs with the same text. */
  numRefBy: number;
  /** URLs of the same document in other formats: they differ only in the extension. Absent if there are none. */
  otherFormats?: string[];
  /** Name of the licence with its version (`cc-by-4.0`), or the address of one without a name. Absent: the page names none. */
  licence?: string;
  about?: NonNullable<SearchRecord['about']>;
  fields?: NonNullable<SearchRecord['fields']>;
  /** The publisher forbids copies: there is no cached copy. Absent: there may be one. */
  noarchive?: true;
  /** Number of annotations of the page. Absent: none. */
  annotations?: number;
  /** Near-duplicates that are folded into this hit, best first. Absent if there are none. */
  similar?: { id: string; url: string; title: string }[];
  /** Number of other matching records of the host. Only there if the request collapses hosts. */
  others?: number;
};

/** A search request; filters by their names in `index/search-fields.ts`. */
export type SearchRequest = FilterValues & {
  crawl: string;
  /** Crawls that are searched together: how rare a word is counts in all of them. Default: the crawl alone. */
  together?: readonly string[];
  /**
   * Whether the notice names the classes of the query that no page of these crawls has, if nothing is found. Default: only if the crawl is searched
   * alone. A search of several asks one of them, once no crawl has a hit.
   */
  namesClasses?: boolean;
  q: string;
  from?: number;
  /** 1 to 100; default 10. */
  size?: number;
  /** Default: relevance. */
  sort?: Sort;
  /** `host`: only the best hit of each host. Near-duplicates are not folded then. Default: all hits. */
  collapse?: 'host';
  /** Facets to count (`index/facets.ts`). Default: none. */
  facets?: readonly FacetName[];
  /** Values of each facet: 1 to 1,000; default 10. */
  facetSize?: number;
  /** Approximate length of snippets, in UTF-16 units: 40 to 2,000; default 240. Those of pages with `noarchive` are no longer than the default. */
  snippetLength?: number;
  /** Adds to each hit what references give as its abstract. Default: false. */
  abstracts?: boolean;
  /** Adds to each hit why it ranks where it does. Default: false. */
  explain?: boolean;
};
