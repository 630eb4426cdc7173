import { type MatchRecords, recordMatcher } from '../../shared/search/matching-records.ts';
import { MAX_QUERY_LENGTH, readQuestion } from '../../shared/search/question.ts';
import { UsageError } from '../command.ts';
import type { Stores } from '../run/wiring.ts';
import { searchLanguages } from '../search-crawl.ts';
import type { OnSkipped } from './records-to-export.ts';

/**
 * Prepares the query of `thresher export --query`, which finds what `thresher search` finds. A search may leave out a part of a
 * query; an export would then have records that were not asked for.
 *
 * @throws UsageError if a part of the query is not valid or would be ignored
 */
export async function chooseRecords(
  crawl: string,
  q: string,
  stores: Stores,
  onSkipped: OnSkipped,
): Promise<MatchRecords> {
  if (q.length > MAX_QUERY_LENGTH) throw new UsageError(`--query: ${q.length} characters; at most ${MAX_QUERY_LENGTH}`);
  const languages = await searchLanguages(crawl, stores);
  const { faults, ignored } = readQuestion(q, languages);
  const errors = [
    ...faults.map(({ filter, detail }) => `--query: ${filter}: ${detail}`),
    ...ignored.map(({ operator, detail }) => `--query: ${operator}: ${detail}`),
  ];
  if (errors.length > 0) throw new UsageError(...errors);
  return recordMatcher(crawl, q, stores.index, languages, ({ operator, detail }) =>
    onSkipped(`--query: ${operator}: ${detail}`),
  );
}
