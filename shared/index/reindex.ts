import type { ReindexMessage, ReindexProgress } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { ListRecords, NewIndex } from '../ports/reindex.ts';
import type { RecordChange, RecordsRefusedError, SearchIndex } from '../ports/search-index.ts';
import { formatCount, formatNoun } from '../text/format-count.ts';
import { readStoredLines } from '../text/json-lines.ts';
import { simhash } from '../text/simhash.ts';
import { stemOf } from '../url/stem.ts';
import { isRecordsRefused } from './records-refused.ts';
import { splitChanges } from './split-changes.ts';

/** Where records are read, and the index that they are written to. */
export type ReindexPorts = { objects: Objects; list: ListRecords; index: SearchIndex; newIndex: NewIndex };

/** Progress after one call. `outdated`: a reindex requested later has replaced this one, which ends. */
export type ReindexStep = {
  status: 'running' | 'done' | 'outdated';
  state: ReindexProgress;
  /** Objects with records that the engine rejected permanently in this call, with its errors. */
  rejections: { key: string; error: RecordsRefusedError }[];
};

/** Maximum clock difference to the object store plus the duration of a put. Milliseconds. */
const CLOCK_SKEW_MS = 600_000;

/** One record in this many may be rejected. A higher share points to a fault of the engine, and the old index stays. */
const RECORDS_PER_REJECTION = 10;

/**
 * Rebuilds the index of a crawl as far as time allows, in three steps. It writes all records to a new index; replaces the old
 * index by it; then writes the records that were stored meanwhile, which may only be in the old index. The order and the
 * repetition of changes do not matter, so any step may be repeated, late or concurrently.
 *
 * @param hasTime checked after each object, and between the parts of one, so every call makes progress
 * @throws if the engine rejected too many records for the new index to replace the old one, or if a port throws
 */
export async function reindex(
  { crawl, reindex: from }: ReindexMessage,
  ports: ReindexPorts,
  hasTime: () => boolean,
): Promise<ReindexStep> {
  const { at, after, moved } = from;
  const isNew = after === undefined && from.begun === undefined;
  const rejections: ReindexStep['rejections'] = [];
  let state = from;
  const step = (status: ReindexStep['status']): ReindexStep => ({ status, state, rejections });

  if (!moved && !(await ports.newIndex.open(crawl, at, isNew))) return step('outdated');
  for await (const { key, keptAt } of ports.list(crawl, after)) {
    if (!moved || keptAt >= at - CLOCK_SKEW_MS) {
      const { records, refused, begun } = await writeObject(crawl, key, state, ports, hasTime);
      rejections.push(...refused.map((error) => ({ key, error })));
      state = { ...addToProgress(state, records, refused), ...(begun && { begun }) };
      if (begun) return step('running');
    }
    state = { ...state, after: key };
    if (!hasTime()) return step('running');
  }
  if (moved) return step('done');
  const { written: total = 0, refused = 0 } = state;
  if (refused * RECORDS_PER_REJECTION > total)
    throw new Error(`${formatCount(refused)} of ${formatNoun(total, 'record')} refused: the old index stays in place`);
  if (!(await ports.newIndex.move(crawl, at))) return step('outdated');
  const { after: _, begun: __, ...rest } = state;
  state = { ...rest, moved: true };
  return step('running');
}

/**
 * Writes one object, or the rest of one.
 *
 * @returns the number of its records that were written, the errors for permanently rejected ones, and if time ran out how far it came
 */
async function writeObject(
  crawl: string,
  key: string,
  { at, moved, begun }: ReindexProgress,
  { objects, index, newIndex }: ReindexPorts,
  hasTime: () => boolean,
): Promise<{ records: number; refused: RecordsRefusedError[]; begun?: ReindexProgress['begun'] }> {
  const refused: RecordsRefusedError[] = [];
  let records = 0;
  const bytes = await objects.get(key);
  // Another object may have been stored in front of the one that was begun.
  const from = begun?.key === key ? begun.changes : 0;
  let changes = from;
  // An object that was deleted since it was listed was deleted on purpose.
  for (const given of bytes ? splitChanges(readStoredLines<RecordChange>(bytes, key), from) : []) {
    if (changes > from && !hasTime()) return { records, refused, begun: { key, changes } };
    const part = given.map(withDuplicateKeys);
    records += new Set(part.map(({ id }) => id)).size;
    try {
      await (moved ? index.write(crawl, part) : newIndex.write(crawl, at, part));
    } catch (error) {
      // The other records of the part are written. One bad record must not block the reindexing forever.
      if (!isRecordsRefused(error)) throw error;
      refused.push(error);
    }
    changes += part.length;
  }
  return { records, refused };
}

/** Returns the progress after an object. It is no longer the one that was begun. */
function addToProgress(
  { begun: _, ...state }: ReindexProgress,
  written: number,
  refused: RecordsRefusedError[],
): ReindexProgress {
  const sum = refused.reduce((all, { records }) => all + records, state.refused ?? 0);
  return { ...state, written: (state.written ?? 0) + written, ...(sum > 0 && { refused: sum }) };
}

/** Adds fingerprint and stem to records that were stored before there were any. Both follow from text and URL. */
function withDuplicateKeys(change: RecordChange): RecordChange {
  if (change.kind !== 'seen' || !change.record) return change;
  const bits = change.record.simhash ?? simhash(change.record.text);
  const stem = stemOf(change.url);
  const keys = { ...(bits !== null && { simhash: bits }), ...(stem !== undefined && { stem }) };
  return { ...change, record: { ...change.record, ...keys } };
}
