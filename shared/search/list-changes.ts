import type { ChangedQuery, ChangedRecord, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { DAY_MS } from '../text/time-units.ts';
import { type ChangesPlace, readCursor, writeCursor } from './changes-cursor.ts';

/** The index knows removed records as long as this (`SearchIndex.changedRecords`), so an older copy may keep some of them. */
const REMOVALS_KNOWN_MS = 35 * DAY_MS;

/** A list with texts ends early if they are longer, in UTF-16 units: an answer of a stack has at most 6 MB. */
const MAX_TEXTS_LENGTH = 1_000_000;

/** A record that was written, or was removed (`record` is absent). `at`: epoch milliseconds; 0 if an earlier version did not note it. */
export type Change = Pick<ChangedRecord, 'id' | 'at'> & { record?: SearchRecord };

/** `next`: the cursor of the changes after these, now or later. `more`: whether there are some now, even if `changes` is empty. */
export type ChangeList = { changes: Change[]; next: string; more: boolean };

export type ChangesRequest = {
  crawl: string;
  /** `indexIdentity`. Read before the changes: if the index is replaced between, the next request finds the cursor expired. */
  indexIdentity: string;
  /** `next` of an earlier list. Absent: the list begins with all records. */
  after?: string | undefined;
  /** Maximum number of changes. */
  size: number;
  /** Records have their text. Otherwise it is empty. */
  withText: boolean;
};

type Ports = {
  changedRecords(crawl: string, query: ChangedQuery): Promise<ChangedRecord[]>;
  record: SearchIndex['get'];
};

/**
 * Lists what has changed in a crawl since an earlier list, so that a copy stays the same as the crawl: each record once, by its latest change.
 *
 * @returns `invalid` if `after` is no cursor of this crawl; `expired` if the copy may have records whose removal is forgotten
 */
export async function listChanges(
  { crawl, indexIdentity, after, size, withText }: ChangesRequest,
  { changedRecords, record }: Ports,
  nowMs: number,
): Promise<ChangeList | 'invalid' | 'expired'> {
  // What is removed after the first list must be known until the copy has all records.
  const place: ChangesPlace | undefined =
    after === undefined ? { crawl, indexIdentity, completeTo: nowMs } : readCursor(after);
  if (place?.crawl !== crawl) return 'invalid';
  if (place.indexIdentity !== indexIdentity || place.completeTo < nowMs - REMOVALS_KNOWN_MS) return 'expired';
  const found = await changedRecords(crawl, {
    before: nowMs,
    size: size + 1,
    ...(place.last ? { after: place.last } : after !== undefined && { from: place.completeTo }),
  });
  const chosen = found.slice(0, size);
  const changes = chosen.map((one) => shownChange(one, nowMs));
  const taken = withText ? await addTexts(crawl, changes, record) : changes;
  const more = taken.length < found.length;
  const last = chosen[taken.length - 1];
  const done = { crawl, indexIdentity, completeTo: nowMs };
  const next = more && last ? { ...place, last: { at: last.at, key: last.key } } : done;
  // A new copy never had what was removed before.
  const wanted = taken.filter((one) => one.record !== undefined || one.at >= place.completeTo);
  return { changes: wanted, next: writeCursor(next), more };
}

/** A publisher may have set an end to the availability of a page. */
function shownChange({ id, at, record }: ChangedRecord, nowMs: number): Change {
  const isShown = record && (record.unavailableAfter ?? Number.POSITIVE_INFINITY) > nowMs;
  return { id, at, ...(isShown && { record }) };
}

/** Reads the texts of changes until they are too long for one answer, but at least one. */
async function addTexts(crawl: string, changes: readonly Change[], read: Ports['record']): Promise<Change[]> {
  const taken: Change[] = [];
  let length = 0;
  for (const { record: withoutText, ...change } of changes) {
    // A record that was removed meanwhile is listed again, by that change.
    const record = withoutText && (await read(crawl, change.id));
    length += record?.text.length ?? 0;
    if (length > MAX_TEXTS_LENGTH && taken.length > 0) break;
    taken.push({ ...change, ...(record && { record }) });
  }
  return taken;
}
