import type { IndexCondition } from './index-condition.ts';

/**
 * Store of the annotations of crawls: comments of people on pages. They are kept apart from the records of the search index, so they stay
 * when a page is fetched, cleaned or indexed again.
 *
 * An annotation belongs to the URL that the page had, and to the text that it had (the id of its record). A record shows the annotations of
 * its URLs and those of its text: a page whose text changes keeps them, and so does a text that moves to another URL.
 *
 * Adapters: `local/annotations/sqlite-annotation-store.ts`, `aws/dynamo/dynamo-annotation-store.ts`; contract: `test/contracts/annotation-store.contract.ts`.
 */
export interface AnnotationStore {
  /**
   * Adds an annotation.
   *
   * @param words its words, as the shared analysis (`text/analysis/analyze.ts`) prepares them, joined by blanks
   * @param limit the annotation is not added if one of these pages has `max` already. Default: no limit
   * @returns `known` if the crawl has an annotation with this id, which stays as it is; `full` if a page has too many
   */
  add(annotation: Annotation, words: string, limit?: PageLimit): Promise<'added' | 'known' | 'full'>;
  get(crawl: string, id: string): Promise<Annotation | undefined>;
  /** Replaces the text of an annotation. @returns false if there is no such annotation */
  change(crawl: string, id: string, change: { text: string; changedAt: number }, words: string): Promise<boolean>;
  /** @returns false if there is no such annotation */
  delete(crawl: string, id: string): Promise<boolean>;
  /** Returns the annotations of a page, the oldest first. */
  ofPage(crawl: string, page: AnnotatedPage): Promise<Annotation[]>;
  /** Lists annotations, the newest first. */
  list(crawl: string, query: AnnotationQuery): Promise<Annotation[]>;
  /**
   * Returns the pages with an annotation that meets a condition, each once, at most `limit`: those with the newest annotations.
   *
   * @param condition on the text field `text`, which is the text of the annotation
   */
  matching(crawl: string, condition: IndexCondition, limit: number): Promise<AnnotationTarget[]>;
  /** Replaces the words of all annotations, because the analysis has changed. */
  replaceWords(wordsOf: (text: string) => string): Promise<void>;
}

/** What an annotation is about. */
export type AnnotationTarget = {
  /** URL of the page when the annotation was added. */
  url: string;
  /** Id of the record that the page had then. */
  record: string;
};

/** A note of a person about a page. */
export type Annotation = AnnotationTarget & {
  /** Unique in its crawl. */
  id: string;
  crawl: string;
  /** Name of the person. */
  author: string;
  text: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** When the text was changed last. Epoch milliseconds; absent: never. */
  changedAt?: number;
};

/** A page as the index has it: its record, and the URLs with this text. */
export type AnnotatedPage = { id: string; urls: readonly string[] };

/** Maximum number of annotations of pages. Two writers cannot exceed it together in SQLite; in DynamoDB they can for some seconds. */
export type PageLimit = { pages: readonly AnnotatedPage[]; max: number };

/** Selects annotations of a crawl, the newest first. All conditions must match. */
export type AnnotationQuery = {
  /** Only those of this person. Absent: of all. */
  author?: string;
  /** Only those about pages with this URL when they were added. Absent: about all. */
  url?: string;
  /** Only those after this one in the list. Absent: from the newest on. */
  after?: Pick<Annotation, 'createdAt' | 'id'>;
  size: number;
};
