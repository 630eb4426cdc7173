import { REMOVALS_KNOWN_DAYS } from '../index/known-removals.ts';
import type { ChangedQuery, ChangedRecord, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { DAY_MS } from '../text/time-units.ts';
import { type ChangesPlace, readCursor, writeCursor } from './changes-cursor.ts';

/**
 * A list ends early if the JSON of its changes is longer, in UTF-16 units: an answer of a stack has at most 6 MB, and a unit takes up to three
 * bytes.
 */
const MAX_LENGTH = 1_000_000;

/** Texts that are read at a time: a search engine takes a tenth of a second for each, and a request may take ten seconds. */
const TEXTS_AT_ONCE = 10;

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
  /** Maximum number of changes, at least 1. */
  size: number;
  /** Records have their text. Otherwise it is empty. */
  withText: boolean;
};

type Ports = {
  changedRecords(crawl: string, query: ChangedQuery): Promise<ChangedRecord[]>;
  record: SearchIndex['get'];
};

/** The place in front of all changes. */
const START = { at: 0, key: '' };

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
  // Records that are removed after the first list must be known until the copy has all others.
  const place: ChangesPlace | undefined =
    after === undefined ? { crawl, indexIdentity, completeTo: nowMs } : readCursor(after);
  if (place?.crawl !== crawl) return 'invalid';
  if (place.indexIdentity !== indexIdentity || place.completeTo < nowMs - REMOVALS_KNOWN_DAYS * DAY_MS)
    return 'expired';
  const found = await changedRecords(crawl, {
    before: nowMs,
    size: size + 1,
    ...(place.last ? { after: place.last } : after !== undefined && { from: place.completeTo }),
  });
  const chosen = found.slice(0, size);
  const taken = await takeChanges(crawl, chosen, withText ? record : undefined, nowMs);
  const more = taken.length < found.length;
  const last = chosen[taken.length - 1];
  // A new copy never had what was removed before.
  const wanted = taken.filter((one) => one.record !== undefined || one.at >= place.completeTo);
  return { changes: wanted, next: more ? cursorAfter(last, place, after) : writeCursor(done(place, nowMs)), more };
}

/** The copy has all changes up to now. */
const done = ({ last: _, ...place }: ChangesPlace, nowMs: number): ChangesPlace => ({ ...place, completeTo: nowMs });

/** @param last the last change of the list. Absent: it has none, so the next list begins where this one did */
function cursorAfter(last: ChangedRecord | undefined, place: ChangesPlace, after: string | undefined): string {
  if (last) return writeCursor({ ...place, last: { at: last.at, key: last.key } });
  return after ?? writeCursor({ ...place, last: START });
}

/**
 * Returns changes as they are shown until they are too long for one answer, but at least one.
 *
 * @param read reads a record with its text. Absent: records have none
 */
async function takeChanges(
  crawl: string,
  changes: readonly ChangedRecord[],
  read: Ports['record'] | undefined,
  nowMs: number,
): Promise<Change[]> {
  const taken: Change[] = [];
  let length = 0;
  for (let from = 0; from < changes.length; from += TEXTS_AT_ONCE) {
    const group = changes.slice(from, from + TEXTS_AT_ONCE).map((one) => shownChange(one, nowMs));
    for (const change of read ? await addTexts(crawl, group, read, nowMs) : group) {
      length += JSON.stringify(change).length;
      if (length > MAX_LENGTH && taken.length > 0) return taken;
      taken.push(change);
    }
  }
  return taken;
}

/** A publisher may have set an end to the availability of a page. */
function shownChange({ id, at, record }: Change, nowMs: number): Change {
  const isShown = record && (record.unavailableAfter ?? Number.POSITIVE_INFINITY) > nowMs;
  return { id, at, ...(isShown && { record }) };
}

const addTexts = (crawl: string, changes: readonly Change[], read: Ports['record'], nowMs: number) =>
  Promise.all(
    changes.map(async ({ id, at, record: withoutText }) => {
      // A record that was removed or has changed meanwhile is listed again, by that change.
      const record = withoutText && (await read(crawl, id));
      return shownChange({ id, at, ...(record && { record }) }, nowMs);
    }),
  );
