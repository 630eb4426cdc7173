import type { Handler } from './handler.ts';

/**
 * Environment variables that connect a function to the search engine. `SEARCH_REGION`: Region that requests are signed for; absent:
 * that of the function.
 */
export type SearchEnvironment = {
  SEARCH_ENDPOINT: string;
  SEARCH_SIGNING: string;
  SEARCH_PREFIX: string;
  SEARCH_REGION?: string;
};

/** A search engine that belongs to the stack. `prefix`: start of the names of all its indexes. */
export interface SearchEngine {
  readonly endpoint: string;
  readonly signing: 'es' | 'aoss';
  /** Allows a function to create indexes and write records. */
  allowWriting(handler: Handler, prefix: string): void;
  /** Allows a function to search. */
  allowReading(handler: Handler, prefix: string): void;
}
