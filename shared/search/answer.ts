import type { SearchRecord } from '../ports/search-index.ts';

/** What a search answers with, as JSON and to the search page. The shape is fixed: fields may be added. */
export type SearchAnswer = {
  query: string;
  /** Records that match, but for those of this page that others stand for. */
  total: number;
  /** Hits passed over before the first one here. */
  from: number;
  hits: SearchHit[];
  facets: Record<string, { value: string; count: number }[]>;
  /** `from` of the next page, further on than the hits of this one where others stand for some; null: there is none. */
  next: number | null;
};

export type SearchHit = {
  id: string;
  url: string;
  urls: string[];
  title: string;
  /** Plain text around the words that were found. */
  snippet: string;
  /** Where the found words stand in `snippet`: pairs of start and end, UTF-16 units. */
  marks: [start: number, end: number][];
  score: number;
  host: string;
  language: string;
  type: string;
  date: string | null;
  classes: { class: string; score: number }[];
  /** Addresses at which the very same text was found. */
  numRefBy: number;
  /** Addresses of the same document in other formats: they differ in the extension alone. Absent: none. */
  otherFormats?: string[];
  genre?: string;
  about?: NonNullable<SearchRecord['about']>;
  fields?: NonNullable<SearchRecord['fields']>;
  /** Records of nearly the same text, which this one stands for; best first. Absent: none. */
  similar?: { id: string; url: string; title: string }[];
};

export type SearchRequest = {
  crawl: string;
  q: string;
  from?: number;
  /** 1 to 100; 10 when not given. */
  size?: number;
  language?: string;
  site?: string;
  type?: string;
  class?: string;
  after?: string;
  before?: string;
};
