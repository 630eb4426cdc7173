import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dayOf, hasTime, startOf } from '../../shared/index/filter-values.ts';
import { partNames } from '../../shared/query/compile/part-condition.ts';
import type { IgnoredOperator } from '../../shared/query/compile/resolved-query.ts';
import { ignoredPart } from '../../shared/query/ignored-part.ts';
import { valuelessField, valuelessFields } from '../../shared/query/web/valueless-fields.ts';
import { type MatchRecords, recordMatcher } from '../../shared/search/matching-records.ts';
import { missedParts, OLD_MATCHES } from '../../shared/search/notices/old-index.ts';
import { describeUnknownClass, unknownClasses } from '../../shared/search/notices/unknown-classes.ts';
import { MAX_QUERY_LENGTH, parseFilter, readQuestion } from '../../shared/search/question.ts';
import { toIndexQuery } from '../../shared/search/search.ts';
import { optionFault, UsageError } from '../command.ts';
import type { Stores } from '../run/wiring.ts';
import { crawlSearchOptions } from '../search-crawl.ts';
import type { OnSkipped } from './records-to-export.ts';

/** Which records are exported. `since`: a year, a month, a day, or a time in UTC, as `parseSince` returns it. Without either: all. */
export type ChosenRecords = { query?: string | undefined; since?: string | undefined };

/**
 * Prepares the choice of `thresher export`. The query finds what `thresher search` finds. A search may leave out a part of a
 * query; an export would then have records that were not asked for.
 *
 * @param onSkipped called with a message for each part of the query by which not all records are found: the index is of an earlier version, or a
 *   pattern matches too many words
 * @param onHint called with a message for each class of the query that no page has while others are similar
 * @throws UsageError if a part of the query is not valid or would be ignored, or if it excludes by what an index of an earlier version lacks
 */
export async function chooseRecords(
  crawl: string,
  { query: q = '', since }: ChosenRecords,
  stores: Stores,
  onSkipped: OnSkipped,
  onHint: (message: string) => void,
): Promise<MatchRecords> {
  if (q.length > MAX_QUERY_LENGTH)
    throw new UsageError(optionFault('query', `${q.length} characters; at most ${MAX_QUERY_LENGTH}`));
  const options = await crawlSearchOptions(crawl, stores);
  const { faults, ignored, filters } = readQuestion(q, options.languages, options.grammars, options.synonyms);
  const errors = [
    ...(since !== undefined && filters.changed !== undefined
      ? [optionFault('since', 'the query has changed:, too; give only one of them')]
      : []),
    ...faults.map(({ filter, detail }) => optionFault('query', `${filter}: ${detail}`)),
    ...ignored.map((part) => optionFault('query', ignoredPart(part))),
    ...valuelessFields(q, partNames(options.grammars)).map((field) => optionFault('query', valuelessField(field))),
  ];
  if (errors.length > 0) throw new UsageError(...errors);
  const request = since === undefined ? { q } : { q, changed: dayOf(since) };
  const skip = (part: IgnoredOperator) => onSkipped(`query: ${ignoredPart(part)}`);
  // Whether words of an earlier version matter depends on what is found, which is not known yet.
  const asIndexQuery = toIndexQuery({ crawl, ...request }, options);
  const missed = await missedParts(crawl, asIndexQuery, 1, stores.index);
  const tooMany = missed.filter(({ detail }) => detail === OLD_MATCHES);
  if (tooMany.length > 0)
    throw new UsageError(...tooMany.map(({ operator, detail }) => optionFault('query', `${operator} ${detail}`)));
  for (const part of missed) skip(part);
  for (const one of await unknownClasses([crawl], asIndexQuery, stores.index))
    if (one.near.length > 0) onHint(`query: class:${one.name}: ${describeUnknownClass(one)}`);
  const matching = await recordMatcher(crawl, request, stores.index, options, skip);
  return since === undefined || !hasTime(since) ? matching : fetchedSince(startOf(since), matching, crawl, stores);
}

/** Narrows a choice to records that were first fetched with their text at a time or later: the filter `changed` only knows days. */
function fetchedSince(
  sinceMs: number,
  matching: MatchRecords,
  crawl: string,
  { index }: Pick<Stores, 'index'>,
): MatchRecords {
  return async (ids) => {
    const matched = [...(await matching(ids))];
    const firstFetches = await index.firstFetches(crawl, matched);
    return new Set(matched.filter((id) => (firstFetches.get(id) ?? 0) >= sinceMs));
  };
}

/**
 * Returns from when on records are new: a year, a month, a day or a time in UTC as given, or the day of an earlier export. That day counts as a
 * whole: pages that were fetched before an export began may have been indexed after it.
 *
 * @param given value of --since: a date, or a file or folder that exists
 * @throws UsageError if it is neither, or if the export would replace the earlier one
 */
export async function parseSince(given: string, output: string | undefined): Promise<string> {
  const date = parseFilter('changed', given);
  if (date !== undefined) return hasTime(date) ? new Date(startOf(date)).toISOString() : date;
  const earlier = await stat(given).catch(() => undefined);
  if (!earlier?.isFile() && !earlier?.isDirectory())
    throw new UsageError(
      optionFault(
        'since',
        `${given}: must be a date or a time, such as 2024-05-31 or 2024-05-31T12:00Z, or the file of an earlier export`,
      ),
    );
  if (output !== undefined && (await isSameFile(output, earlier)))
    throw new UsageError(
      optionFault('since', `${given}: the export would replace this file; write the new records to another one`),
    );
  return new Date(writtenSince(earlier)).toISOString().slice(0, 10);
}

/** Tells whether a path leads to a file, also through a link. */
async function isSameFile(path: string, { dev, ino }: Stats): Promise<boolean> {
  const there = await stat(path).catch(() => undefined);
  return there?.ino === ino && there.dev === dev;
}

/** Returns when the writing of a file began: some file systems do not keep it, and copies have a later time than their content. */
const writtenSince = ({ birthtimeMs, mtimeMs }: Stats): number =>
  birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs;
