import type { SearchAnswer, SearchHit } from '../../shared/search/answer.ts';
import { subjectsOf } from './subjects.ts';

/** Absolute URLs of a record, which stay valid when another crawl becomes the default. */
type RecordLinks = {
  /** URL of the record in this collection. */
  record: string;
  /** URL of the cached copy; null if the publisher forbids copies. */
  cached: string | null;
};

/** What the formats write of a hit. */
export type Entry = RecordLinks &
  Pick<SearchHit, 'id' | 'url' | 'title' | 'author' | 'snippet' | 'score' | 'fetchedAt'> &
  Pick<SearchHit, 'host' | 'language' | 'type' | 'date' | 'classes' | 'about'> & {
    /** Keywords that the page declares. Absent: not known, as in hits. */
    keywords?: readonly string[];
    /** Description of the page, or the beginning of its text. Absent or empty: not known, or withheld by the publisher. */
    abstract?: string;
  };

/** An answer with what the formats need beside it. */
export type Listing = {
  answer: SearchAnswer;
  entries: readonly Entry[];
  /** Name of the site. */
  site: string;
  /** Title of the listing, such as `Sundews – garden – Thresher`. */
  title: string;
  /** Absolute URLs: of this document, of the same search as a page, and of the OpenSearch description. */
  links: { self: string; page: string; description: string };
  /** Number of entries per page. */
  size: number;
};

/** Returns the URL of a record. `origin` is scheme and host, without a slash at the end. */
export const recordUrl = (origin: string, crawl: string, id: string): string =>
  `${origin}/record/${encodeURIComponent(id)}?${new URLSearchParams({ crawl })}`;

/** Returns the URL of a cached copy. */
export const cachedUrl = (origin: string, crawl: string, id: string): string =>
  `${origin}/cached/${encodeURIComponent(id)}?${new URLSearchParams({ crawl })}`;

/** Returns the URL of the cached copy of a hit; null if there is none. */
export const cachedUrlOfHit = (hit: SearchHit, origin: string, crawl: string): string | null =>
  hit.noarchive ? null : cachedUrl(origin, hit.crawl ?? crawl, hit.id);

/** Adds the absolute links of its record to each hit, and rounds its scores (`stableScore`). */
export const entriesOf = ({ hits }: SearchAnswer, origin: string, crawl: string): (SearchHit & RecordLinks)[] =>
  hits.map((hit) => ({
    ...hit,
    score: stableScore(hit.score),
    ...(hit.explanation && {
      explanation: hit.explanation.map((part) => ({ ...part, score: stableScore(part.score) })),
    }),
    record: recordUrl(origin, hit.crawl ?? crawl, hit.id),
    cached: cachedUrlOfHit(hit, origin, crawl),
  }));

/**
 * Rounds a score to four digits. A boost for fresh pages lets scores fall a little each second, so with all digits no answer would
 * equal the one before, and no ETag would ever match.
 */
export const stableScore = (score: number): number => Number(score.toPrecision(4));

/** Returns the author names of an entry. */
export const authorsOf = ({ author }: Pick<SearchHit, 'author'>): string[] =>
  (author ?? '')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export const classesOf = ({ classes }: Pick<SearchHit, 'classes'>): string[] => classes.map((one) => one.class);

/** Returns the subjects of an entry, each once: its keywords, then its classes. */
export const subjectsOfEntry = ({ keywords = [], classes }: Pick<Entry, 'keywords' | 'classes'>): string[] =>
  subjectsOf({ keywords: [...keywords], classes });
