import { meterSearch } from '../../shared/aws/metered.ts';
import { noIndex } from '../../shared/aws/opensearch/no-index.ts';
import {
  createSearchClient,
  type Deadline,
  limitRequests,
  READ_RETRIES,
  type RetryPolicy,
  type SearchEndpoint,
  WRITE_RETRIES,
} from '../../shared/aws/opensearch/opensearch-client.ts';
import { SearchUnavailableError } from '../../shared/aws/opensearch/opensearch-errors.ts';
import { openSearchIndex } from '../../shared/aws/opensearch/opensearch-index.ts';
import { openSearchNewIndex } from '../../shared/aws/opensearch/opensearch-reindex.ts';
import type { NewIndex } from '../../shared/ports/reindex.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import type { Analyze } from '../../shared/text/analysis/analyze.ts';
import { type Environment, requireVariable } from './wiring.ts';
import { meter } from './wiring-meter.ts';

const refuseToAnalyze = () => {
  throw new Error('this function is wired without text analysis: it can only read the index');
};

/**
 * Wires the search index. Separate from the other wiring, since only some functions bundle the search client.
 *
 * @param analyze tokenises and stems a text; needed to write. Its stemmers and stop words take half a megabyte. Absent: the
 * function only reads, and retries briefly because a user waits for the results.
 * @param deadline when all calls must have ended. Default: only the timeout of a call holds.
 */
export function wireIndex(env: Environment, analyze?: Analyze, deadline?: Deadline): SearchIndex {
  if (!env['SEARCH_ENDPOINT']) return noIndex;
  const retries = analyze ? WRITE_RETRIES : READ_RETRIES;
  const client = createClient(env, retries);
  return openSearchIndex(
    deadline ? limitRequests(client, retries.requestTimeout, deadline) : client,
    requireVariable(env, 'SEARCH_PREFIX'),
    analyze ?? refuseToAnalyze,
  );
}

/** Wires the index that a reindex writes, beside the current one. */
export function wireNewIndex(env: Environment, analyze: Analyze): NewIndex {
  return openSearchNewIndex(createClient(env, WRITE_RETRIES), requireVariable(env, 'SEARCH_PREFIX'), analyze);
}

function createClient(env: Environment, retries: RetryPolicy) {
  const endpoint = {
    endpoint: requireVariable(env, 'SEARCH_ENDPOINT'),
    signing: parseSigning(env),
    // An external engine may be in another Region.
    region: env['SEARCH_REGION'] || requireVariable(env, 'AWS_REGION'),
  };
  return meterSearch(createSearchClient(endpoint, retries), meter.count);
}

function parseSigning(env: Environment): SearchEndpoint['signing'] {
  const signing = requireVariable(env, 'SEARCH_SIGNING');
  if (signing === 'es' || signing === 'aoss' || signing === 'none') return signing;
  throw new Error(`SEARCH_SIGNING must be es, aoss or none, not "${signing}"`);
}

/** Returns whether an error means that the search engine is unavailable. */
export const isSearchUnavailable = (error: unknown): boolean => error instanceof SearchUnavailableError;
