import { meterSearch } from '../../shared/aws/metered.ts';
import { noIndex } from '../../shared/aws/opensearch/no-index.ts';
import { SearchUnavailableError } from '../../shared/aws/opensearch/opensearch-away.ts';
import {
  BRISK,
  PATIENT,
  type Patience,
  type SearchPlace,
  searchClient,
} from '../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../shared/aws/opensearch/opensearch-index.ts';
import { openSearchNewIndex } from '../../shared/aws/opensearch/opensearch-reindex.ts';
import type { NewIndex } from '../../shared/ports/reindex.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { type Environment, given } from './wiring.ts';
import { meter } from './wiring-meter.ts';

const readsOnly = () => {
  throw new Error('this function was not given the analysis of texts: it only reads the index');
};

/**
 * Apart from the other wiring, as only some functions carry the client of the search engine.
 *
 * @param analyze the words of a text, for who writes; its stemmers and lists are half a megabyte. Absent: the function
 * only reads, and somebody waits for its answer.
 */
export function wireIndex(env: Environment, analyze?: (text: string, language: string) => string): SearchIndex {
  if (!env['SEARCH_ENDPOINT']) return noIndex;
  return openSearchIndex(clientOf(env, analyze ? PATIENT : BRISK), given(env, 'SEARCH_PREFIX'), analyze ?? readsOnly);
}

/** For who writes: records of a crawl anew, beside those that are there. */
export function wireNewIndex(env: Environment, analyze: (text: string, language: string) => string): NewIndex {
  return openSearchNewIndex(clientOf(env, PATIENT), given(env, 'SEARCH_PREFIX'), analyze);
}

function clientOf(env: Environment, patience: Patience) {
  const place = { endpoint: given(env, 'SEARCH_ENDPOINT'), signing: signingOf(env), region: given(env, 'AWS_REGION') };
  return meterSearch(searchClient(place, patience), meter.count);
}

function signingOf(env: Environment): SearchPlace['signing'] {
  const signing = given(env, 'SEARCH_SIGNING');
  if (signing === 'es' || signing === 'aoss' || signing === 'none') return signing;
  throw new Error(`SEARCH_SIGNING is "${signing}": es, aoss or none`);
}

/** Whether the engine takes or answers nothing at the moment, whatever it is asked. */
export const isSearchAway = (error: unknown): boolean => error instanceof SearchUnavailableError;
