import { recordsKey } from '../../classify/records-key.ts';
import { documentsKey } from '../../clean/documents-key.ts';
import type { ObjectMessage, ObjectQueueName } from '../../ports/messages.ts';
import type { Objects } from '../../ports/objects.ts';
import type { Queue } from '../../ports/queue.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { type CalendarDay, startOf } from './calendar-day.ts';
import { isIndexed } from './is-indexed.ts';
import type { DayCheck } from './sent-days.ts';

type ObjectQueue = Pick<Queue<ObjectMessage>, 'send'>;

/** Queues to which objects are sent again, and what shows that they were processed. */
export type ResendPorts = {
  objects: Pick<Objects, 'list' | 'get'>;
  captures: ObjectQueue;
  documents: ObjectQueue;
  /** Absent: there is no search engine, and records are only stored. */
  records?: ObjectQueue | undefined;
  index: Pick<SearchIndex, 'get' | 'leftAt'>;
};

/**
 * Maximum age of records that are sent again. The index forgets after 35 days that a URL left a record, so older records could
 * bring back a page that is gone; for them only a reindex is right. Captures and documents are sent at any age, because nothing
 * else processes them, and a reindex then removes pages that are gone. Milliseconds.
 */
export const MAX_RECORDS_AGE_MS = 28 * DAY_MS;

/** What one call sends, and how long it may run. */
export type ResendCall = {
  ports: ResendPorts;
  /** Epoch ms. */
  now: number;
  /** Checked before each object that is read. */
  hasTime: () => boolean;
  onSent(stage: ObjectQueueName, key: string, isOld: boolean): void;
  /** Called for each object of records that the index lacks, or seems to lack, and that is too old to be sent (`MAX_RECORDS_AGE_MS`). */
  onUnchecked(): void;
};

/**
 * Sends the objects of one day again that were not processed completely. An object that is still in the queue of a later stage
 * counts as not processed.
 *
 * @param after key after which the check continues; absent: the whole day
 */
export async function resendDay(
  crawl: string,
  { day, after = '' }: { day: CalendarDay; after?: string | undefined },
  { ports, now, hasTime, onSent, onUnchecked }: ResendCall,
): Promise<DayCheck> {
  const keysBelow = (folder: string) => keysOf(ports.objects, `${folder}/${crawl}/${day}/`);
  const clean = await keysBelow('clean');
  const raw = await keysBelow('raw');
  const stored = await keysBelow('records');
  const isOld = startOf(day) < now - MAX_RECORDS_AGE_MS;
  let sent = 0;
  let checked = after;
  for (const key of [...clean, ...raw, ...stored]) {
    if (key <= after) continue;
    if (!hasTime()) return { sent, stopped: checked };
    const stage = await stageOf(key);
    const queue = stage && ports[stage];
    if (queue) {
      await queue.send([{ crawl, key }]);
      onSent(stage, key, isOld);
      sent++;
    }
    checked = key;
  }
  return { sent };

  /** Returns the stage that has not processed an object. */
  async function stageOf(key: string): Promise<ObjectQueueName | undefined> {
    if (clean.has(key)) return stored.has(recordsKey(key)) ? undefined : 'documents';
    if (raw.has(key)) return clean.has(documentsKey(key)) ? undefined : 'captures';
    if (!ports.records) return undefined;
    if (await isIndexed(crawl, key, ports)) return undefined;
    if (!isOld) return 'records';
    onUnchecked();
    return undefined;
  }
}

async function keysOf(objects: Pick<Objects, 'list'>, prefix: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const key of objects.list(prefix)) keys.add(key);
  return keys;
}
