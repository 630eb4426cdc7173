import type { Reindexing, ReindexMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { ListRecords, NewIndex } from '../ports/reindex.ts';
import type { RecordChange, RecordsRefusedError, SearchIndex } from '../ports/search-index.ts';
import { readLines } from '../text/lines.ts';
import { simhash } from '../text/simhash.ts';
import { stemOf } from '../url/stem.ts';
import { partsOf } from './record-parts.ts';

export type ReindexPorts = { objects: Objects; list: ListRecords; index: SearchIndex; newIndex: NewIndex };

/** How far a call came. `outdated`: a later reindexing has taken the place of this one, which ends here. */
export type ReindexStep = {
  is: 'going' | 'done' | 'outdated';
  state: Reindexing;
  /** Objects with records that the engine refused for good in this call, and what it said. */
  refusals: { key: string; error: RecordsRefusedError }[];
};

/** Clocks of whoever asked and of the object store may be so far apart, and a put may take so long. Milliseconds. */
const SKEW_MS = 600_000;

/** Of so many records one may be refused for good; with more it is no fault of records, and the old index has to stay. */
const ONE_OF = 10;

/**
 * Writes records of a crawl again, as far as there is time. First all of them, to a new index that nobody sees; then that takes
 * the place of the old one; then those that were kept meanwhile, which may only have been written to the old one. Since
 * changes may come in any order and twice, every step may be repeated, from any point, also late and by two at once.
 *
 * @param hasTime asked after each object, so each call comes further.
 * @throws when too many records were refused to take the place of the old index, or what a port throws.
 */
export async function reindex(
  { crawl, reindex: from }: ReindexMessage,
  ports: ReindexPorts,
  hasTime: () => boolean,
): Promise<ReindexStep> {
  const { at, after, moved } = from;
  const refusals: ReindexStep['refusals'] = [];
  let state = from;
  const step = (is: ReindexStep['is']): ReindexStep => ({ is, state, refusals });

  if (!moved && !(await ports.newIndex.open(crawl, at, after === undefined))) return step('outdated');
  for await (const { key, keptAt } of ports.list(crawl, after)) {
    if (!moved || keptAt >= at - SKEW_MS) {
      const { told, refused } = await writeObject(crawl, key, state, ports);
      refusals.push(...refused.map((error) => ({ key, error })));
      state = added(state, told, refused);
    }
    state = { ...state, after: key };
    if (!hasTime()) return step('going');
  }
  if (moved) return step('done');
  const { told = 0, refused = 0 } = state;
  if (refused * ONE_OF > told) throw new Error(`${refused} of ${told} records refused: the index of before stays`);
  if (!(await ports.newIndex.move(crawl, at))) return step('outdated');
  const { after: _, ...rest } = state;
  state = { ...rest, moved: true };
  return step('going');
}

/** @returns how many records it holds, and what the engine said of those that it refused for good. */
async function writeObject(
  crawl: string,
  key: string,
  { at, moved }: Reindexing,
  { objects, index, newIndex }: ReindexPorts,
): Promise<{ told: number; refused: RecordsRefusedError[] }> {
  const refused: RecordsRefusedError[] = [];
  let told = 0;
  const bytes = await objects.get(key);
  // Gone since it was listed: then somebody took it away on purpose.
  for (const part of bytes ? partsOf(readLines<RecordChange>(bytes)) : []) {
    const changes = part.map(withKeys);
    told += new Set(changes.map(({ id }) => id)).size;
    try {
      await (moved ? index.write(crawl, changes) : newIndex.write(crawl, at, changes));
    } catch (error) {
      // The others of the part are written. Else one record would keep a crawl from ever being written anew.
      if (!isRefusal(error)) throw error;
      refused.push(error);
    }
  }
  return { told, refused };
}

const isRefusal = (error: unknown): error is RecordsRefusedError =>
  error instanceof Error && error.name === 'RecordsRefusedError';

function added(state: Reindexing, told: number, refused: RecordsRefusedError[]): Reindexing {
  const sum = refused.reduce((all, { records }) => all + records, state.refused ?? 0);
  return { ...state, told: (state.told ?? 0) + told, ...(sum > 0 && { refused: sum }) };
}

/** Records that were kept before there were fingerprints and stems get theirs, which follow from text and address. */
function withKeys(change: RecordChange): RecordChange {
  if (change.kind !== 'seen' || !change.record) return change;
  const bits = change.record.simhash ?? simhash(change.record.text);
  const stem = stemOf(change.url);
  const keys = { ...(bits !== null && { simhash: bits }), ...(stem !== undefined && { stem }) };
  return { ...change, record: { ...change.record, ...keys } };
}
