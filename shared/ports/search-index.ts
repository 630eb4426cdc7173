/**
 * The search engine: takes changes of records, answers queries.
 * Adapters: `local/sqlite-search-index.ts` (FTS5), `aws/opensearch-index.ts`; contract: `test/contracts/search-index.contract.ts`.
 * Both are given words as the shared analysis (`index/analyze.ts`) prepares them, so that both rank alike.
 */
export interface SearchIndex {
  /**
   * Applies changes, each so that any order and any repetition leave the same: of two times for one URL of one record the
   * later wins, also when the later says that the URL has left it. A record goes when its last URL has left.
   *
   * @throws RecordsRefusedError.
   */
  write(crawl: string, changes: readonly RecordChange[]): Promise<void>;

  search(crawl: string, query: IndexQuery): Promise<IndexHits>;

  get(crawl: string, id: string): Promise<SearchRecord | undefined>;

  count(crawl: string): Promise<number>;

  /** All records of a crawl, for export; in order of their ids. */
  records(crawl: string): AsyncIterable<SearchRecord>;
}

/** A relevant document as it is searched and shown. Its id is the digest of its content. */
export type SearchRecord = {
  id: string;
  /**
   * Where to link to: the URL of `urls` that was seen first, shortest among equals; after all others those whose page
   * names another one of `urls` as its canonical address.
   */
  url: string;
  /** URL → when it was last seen with this content. Epoch milliseconds. */
  urls: Record<string, number>;
  title: string;
  headings: string[];
  text: string;
  description: string;
  keywords: string[];
  author: string | null;
  /** ISO 8601, as the page says; null: unknown. */
  date: string | null;
  /** ISO 639-1; `und`: unknown. */
  language: string;
  type: string;
  host: string;
  fetchedAt: number;
  verdict: string;
  score: number;
  classes: { class: string; score: number }[];
  /** Where the capture is: key, offset, length in the object store. */
  capture: { key: string; offset: number; length: number };
  /**
   * What else is known of it: `publisher`, `site`, `modified` (ISO 8601), `licence`, `country` (ISO 3166, of the server),
   * `generator`, `server`; only what is said. Absent: nothing.
   */
  about?: Record<string, string>;
  /** What kind of page it is; absent in records of before it was told. */
  genre?: string;
  /** Fields that the settings make of metadata: texts, numbers, or values of several parts. Absent: there are none. */
  fields?: Record<string, RecordValue[]>;
  /** What the publisher asks: no cached copy, no text of it in answers. */
  wishes?: ('noarchive' | 'nosnippet')[];
  /** In which texts that are nearly the same differ in few bits: 16 hexadecimal digits. Absent: the text is too short. */
  simhash?: string;
  /** Its address without the extension, which the same document in other formats shares. Absent: it has none. */
  stem?: string;
  /** What the page names as its canonical address, where that is another one. Nothing shows that it is right. */
  canonical?: string;
  /** The same page in other languages, as it names them: `hreflang` → address. */
  alternates?: { language: string; url: string }[];
  /** It is in no answer from then on. Epoch milliseconds. */
  unavailableAfter?: number;
};

export type RecordValue = string | number | { text: string; parts?: Record<string, string>; reason?: string };

/** The engine refuses records for what they are: it will each time, and all others of the write are written. */
export class RecordsRefusedError extends Error {
  override readonly name = 'RecordsRefusedError';
  /** How many. */
  readonly records: number;

  constructor(message: string, records: number) {
    super(message);
    this.records = records;
  }
}

export type RecordChange =
  /** `url` was seen with this content at `at`. `record.urls` holds that one URL. */
  | { kind: 'seen'; id: string; url: string; at: number; record?: SearchRecord }
  /** `url` no longer has the content `id` (gone, or it changed). */
  | { kind: 'left'; id: string; url: string; at: number };

export type IndexQuery = {
  /**
   * Of each word the forms that it may have in the index, as several languages analyse it: a document counts the one that
   * fits it best. The words are joined by OR; none: everything, newest first.
   */
  words: string[][];
  /** All of these must hold. */
  filters: { host?: string; language?: string; type?: string; class?: string; after?: string; before?: string };
  /**
   * Only records that have a key (`near-keys.ts`) in common with one of these fingerprints: most that differ in at
   * most 6 bits, and some others. `text` is empty in them. Absent: all records.
   */
  near?: readonly string[];
  /**
   * Only records that have one of these stems, and hardly any others. `text` is empty in them. Absent: all records. Not with
   * `near`.
   */
  stems?: readonly string[];
  from: number;
  size: number;
};

export type IndexHits = { total: number; hits: { record: SearchRecord; score: number }[] };
