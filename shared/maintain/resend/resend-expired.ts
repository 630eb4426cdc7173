import { recordsKey } from '../../classify/records-key.ts';
import { documentsKey } from '../../clean/documents-key.ts';
import type { ObjectMessage } from '../../ports/messages.ts';
import type { Objects } from '../../ports/objects.ts';
import type { Queue } from '../../ports/queue.ts';
import type { RecordChange, SearchIndex } from '../../ports/search-index.ts';
import { readStoredLines } from '../../text/json-lines.ts';

type ObjectQueue = Pick<Queue<ObjectMessage>, 'send'>;

export type ResendPorts = {
  objects: Pick<Objects, 'list' | 'get'>;
  captures: ObjectQueue;
  documents: ObjectQueue;
  /** Absent: there is no search engine, and records are only stored. */
  records?: ObjectQueue | undefined;
  index: Pick<SearchIndex, 'get'>;
};

/** Where a check continues: the first day that was not checked completely, `yyyy/mm/dd` in UTC. */
export type ResendPosition = {
  day: string;
  /** Last key of that day that was checked; absent: none. */
  after?: string;
};

/** Number of objects that were sent again, by queue. */
export type Resent = {
  captures: number;
  documents: number;
  records: number;
  /** Objects of captures and documents among them that are older than `MAX_RECORDS_AGE_MS`. */
  old: number;
  /** Objects of records that are too old to be sent singly (`MAX_RECORDS_AGE_MS`). */
  unchecked: number;
};

export const DAY_MS = 86_400_000;

/**
 * Age from which an object is checked: its message was retained for seven days, and one of the index stage up to a day longer
 * while the search engine was unavailable. Milliseconds.
 */
const MIN_AGE_MS = 8 * DAY_MS;

/**
 * Maximum age of records that are sent again. The index forgets after 35 days that a URL left a record, so older records could
 * bring back a page that is gone; for them only a reindex is right. Captures and documents are sent at any age, because nothing
 * else processes them, and a reindex then removes pages that are gone. Milliseconds.
 */
export const MAX_RECORDS_AGE_MS = 28 * DAY_MS;

/** Returns the day of a time as keys of objects have it: `yyyy/mm/dd` in UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '/');

const startOf = (day: string): number => Date.parse(`${day.replaceAll('/', '-')}T00:00:00Z`);

/**
 * Sends the stored objects again that were never processed, because their messages expired in a queue. Every stage may process an
 * object twice, so an object that is sent without need costs only its processing: documents that led to no change of a record,
 * and records whose pages have left since.
 *
 * @param now epoch ms
 * @param hasTime checked before each object that is read
 * @param onProgress called with the next position after each day, and at least once; all before it was checked and sent
 */
export async function resendExpired(
  crawl: string,
  from: ResendPosition,
  ports: ResendPorts,
  now: number,
  hasTime: () => boolean,
  onProgress: (position: ResendPosition) => Promise<void>,
): Promise<Resent> {
  const resent: Resent = { captures: 0, documents: 0, records: 0, old: 0, unchecked: 0 };
  const last = dayOf(now - MIN_AGE_MS);
  let { day, after } = from;
  if (day > last) await onProgress(from);
  while (day <= last) {
    const stopped = await resendDay(crawl, { day, ...(after !== undefined && { after }) }, ports, now, hasTime, resent);
    if (stopped !== undefined) {
      await onProgress({ day, after: stopped });
      return resent;
    }
    day = dayOf(startOf(day) + DAY_MS);
    after = undefined;
    await onProgress({ day });
  }
  return resent;
}

/** @returns the last key that was checked if time ran out; undefined if the day is complete */
async function resendDay(
  crawl: string,
  { day, after = '' }: ResendPosition,
  { objects, captures, documents, records, index }: ResendPorts,
  now: number,
  hasTime: () => boolean,
  resent: Resent,
): Promise<string | undefined> {
  const clean = await keysOf(objects, `clean/${crawl}/${day}/`);
  const raw = await keysOf(objects, `raw/${crawl}/${day}/`);
  const stored = await keysOf(objects, `records/${crawl}/${day}/`);
  const isOld = startOf(day) < now - MAX_RECORDS_AGE_MS;
  let checked = after;
  for (const key of [...clean, ...raw, ...stored]) {
    if (key <= after) continue;
    if (!hasTime()) return checked;
    if (clean.has(key)) {
      if (!stored.has(recordsKey(key))) await send(documents, 'documents', key);
    } else if (raw.has(key)) {
      if (!clean.has(documentsKey(key))) await send(captures, 'captures', key);
    } else if (records) {
      if (isOld) resent.unchecked++;
      else if (!(await isIndexed(crawl, key, { objects, index }))) await send(records, 'records', key);
    }
    checked = key;
  }
  return undefined;

  async function send(queue: ObjectQueue, name: 'captures' | 'documents' | 'records', key: string): Promise<void> {
    await queue.send([{ crawl, key }]);
    resent[name]++;
    if (isOld) resent.old++;
  }
}

async function keysOf(objects: Pick<Objects, 'list'>, prefix: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const key of objects.list(prefix)) keys.add(key);
  return keys;
}

/**
 * The changes of an object are written in their order, so the last URL that was seen stands for those before it. A URL that left a
 * record looks the same whether the index has the change or never had the URL, so all such changes after it are compared.
 */
async function isIndexed(
  crawl: string,
  key: string,
  { objects, index }: Pick<ResendPorts, 'objects' | 'index'>,
): Promise<boolean> {
  const bytes = await objects.get(key);
  // An object that was deleted since it was listed was deleted on purpose.
  if (!bytes) return true;
  let last: RecordChange[] = [];
  try {
    for (const change of readStoredLines<RecordChange>(bytes, key))
      last = change.kind === 'seen' ? [change] : [...last, change];
  } catch {
    // The index stage names a damaged object among its dead letters.
    return false;
  }
  for (const { kind, id, url, at } of last) {
    const seenAt = (await index.get(crawl, id))?.urls[url] ?? 0;
    if (kind === 'seen' ? seenAt < at : seenAt > 0 && seenAt <= at) return false;
  }
  return true;
}
