/** Ids of the records that a crawl no longer has, for programs that keep what earlier exports wrote. */
import { startOf } from '../../shared/index/filter-values.ts';
import { REMOVALS_KNOWN_DAYS } from '../../shared/index/known-removals.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import { changesOfRecords } from '../changes-of-records.ts';
import { formatJson } from '../output/format-json.ts';
import type { OnSkipped } from './records-to-export.ts';

/**
 * Yields a line of JSON for each record that was removed and not written again, in the order of the removals.
 *
 * @param since only those that were removed on this day or at this time (UTC), or later; undefined: all that the index knows
 * @param onSkipped called if the index may have forgotten some
 * @returns the number of records
 */
export async function* removedRecordLines(
  crawl: string,
  index: Pick<SearchIndex, 'changedRecords'>,
  since: string | undefined,
  nowMs: number,
  onSkipped: OnSkipped,
): AsyncGenerator<string, number> {
  const from = since === undefined ? 0 : startOf(since);
  if (since !== undefined && from < nowMs - REMOVALS_KNOWN_DAYS * DAY_MS)
    onSkipped(
      `since ${since}: an index forgets removed records after ${REMOVALS_KNOWN_DAYS} days; for earlier ones compare your ids with those of an export of all records`,
    );
  let count = 0;
  // All that are visible now: times of changes are a little ahead, and the next export begins with this day.
  for await (const { id, at, record } of changesOfRecords(crawl, index, { from, before: Number.MAX_SAFE_INTEGER })) {
    if (record) continue;
    yield `${formatJson({ id, removedAt: new Date(at).toISOString() })}\n`;
    count++;
  }
  return count;
}
