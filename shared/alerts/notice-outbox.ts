import type { AlertChannel } from '../ports/alert-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Objects } from '../ports/objects.ts';
import { DAY_MS } from '../text/time-units.ts';
import type { NoticeMessage } from './notice.ts';

/** Age from which a notice is not sent any more: by then it tells nothing about the crawl. Milliseconds. */
const MAX_AGE_MS = 7 * DAY_MS;
/** Maximum number of notices of a crawl that are kept, the newest: a receiver that returns needs no hundreds of them. */
const MAX_KEPT = 20;

/** A notice that a receiver does not have yet. `isStored`: it survives this process. */
export type WaitingNotice = { key: string; channel: AlertChannel; message: NoticeMessage; isStored: boolean };

/** Keeps notices until their receivers have them, in objects below `notices/<crawl>/`: files of the data folder, or objects of a stack. */
export type NoticeOutbox = {
  /** Adds a notice for one receiver. If it cannot be stored, as on a full disk, it is kept in memory. @returns its key */
  add(channel: AlertChannel, message: NoticeMessage): Promise<string>;
  /** Lists the notices, the oldest first, and forgets those that are too old or cannot be read. */
  list(): Promise<WaitingNotice[]>;
  /** Forgets a notice. */
  remove(key: string): Promise<void>;
};

/** @param objects of a data folder, which need not exist, or of a stack */
export function createNoticeOutbox(crawl: string, objects: Objects, clock: Pick<Clock, 'now'>): NoticeOutbox {
  const prefix = `notices/${crawl}/`;
  const inMemory = new Map<string, WaitingNotice>();

  async function storedKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of objects.list(prefix)) keys.push(key);
    return keys.sort();
  }

  async function store({ key, ...notice }: WaitingNotice): Promise<boolean> {
    try {
      await objects.put(key, Buffer.from(JSON.stringify(notice)));
    } catch {
      // A full disk or a damaged folder may be what the notice reports.
      return false;
    }
    for (const old of (await storedKeys().catch(() => [])).slice(0, -MAX_KEPT)) await remove(old);
    return true;
  }

  async function read(key: string): Promise<WaitingNotice[]> {
    const bytes = await objects.get(key);
    const notice = bytes && parseNotice(bytes);
    if (notice && clock.now() - Date.parse(notice.message.sentAt) <= MAX_AGE_MS) return [{ ...notice, key }];
    await remove(key);
    return [];
  }

  async function remove(key: string): Promise<void> {
    inMemory.delete(key);
    await objects.delete([key]).catch(() => {});
  }

  return {
    async add(channel, message) {
      const key = `${prefix}${message.sentAt.replace(/\W/g, '')}-${message.id}-${channel}.json`;
      const notice = { key, channel, message, isStored: true };
      if (!(await store(notice))) inMemory.set(key, { ...notice, isStored: false });
      return key;
    },
    async list() {
      const stored: WaitingNotice[] = [];
      // A file that cannot be read now, such as for lack of file descriptors, is read again later.
      for (const key of await storedKeys().catch(() => [])) stored.push(...(await read(key).catch(() => [])));
      return [...stored, ...inMemory.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    remove,
  };
}

/** @returns undefined: the file is damaged */
function parseNotice(bytes: Uint8Array): Omit<WaitingNotice, 'key'> | undefined {
  try {
    const { channel, message } = JSON.parse(Buffer.from(bytes).toString('utf8')) as WaitingNotice;
    return Number.isNaN(Date.parse(message.sentAt)) ? undefined : { channel, message, isStored: true };
  } catch {
    return undefined;
  }
}
