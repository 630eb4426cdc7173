/**
 * Finds the page of an object that crashes its worker. From the second delivery of the object's message on, the journal marks
 * each page before it is cleaned. A page whose mark is found twice in a row is skipped, so that the other pages are cleaned. One
 * mark is not enough: the worker may have stopped because a store failed. The first delivery runs without a journal: most
 * crashed workers stop for other reasons.
 */
import type { Objects } from '../ports/objects.ts';
import { parseStoredJson } from '../text/stored-json.ts';

/** Crash markers of the captures of one object. */
export type PoisonJournal = {
  /** @param offset offset of the capture in its object. @returns whether the page crashed earlier workers */
  isPoison(offset: number): boolean;
  /** Stores the mark that the page at this offset is cleaned next. */
  start(offset: number): Promise<void>;
  /** Removes the mark: the last page was cleaned. */
  finish(): Promise<void>;
};

/** The journal as stored JSON. The property names are part of the stored format. */
type StoredJournal = {
  /** Offsets of poison pages, which are skipped. */
  passed: number[];
  /** Offset of the marked page: the one that is being cleaned. Absent: none. */
  under?: number;
  /** Number of consecutive deliveries that marked this page. */
  times?: number;
};

const EMPTY: StoredJournal = { passed: [] };

/** Number of crashes after which a page counts as poison. */
const MAX_CRASHES = 2;

/** @param capturesKey key of the object of captures */
export async function openPoisonJournal(
  capturesKey: string,
  objects: Pick<Objects, 'get' | 'put'>,
): Promise<PoisonJournal> {
  const key = journalKey(capturesKey);
  const bytes = await objects.get(key);
  const { passed, under: marked, times = 0 } = bytes ? parseJournal(bytes, key) : EMPTY;
  const poison = new Set([...passed, ...(marked === undefined || times < MAX_CRASHES ? [] : [marked])]);
  const write = (mark: Omit<StoredJournal, 'passed'>) =>
    objects.put(key, encodeJournal({ passed: [...poison], ...mark }));
  return {
    isPoison: (offset) => poison.has(offset),
    start: (offset) => write({ under: offset, times: offset === marked ? times + 1 : 1 }),
    finish: () => write({}),
  };
}

/**
 * Removes the mark of a page whose worker was ended from outside, which is not the fault of the page. Does nothing without a mark.
 *
 * @param capturesKey key of the object of captures, which no worker cleans any more
 */
export async function removeMark(capturesKey: string, objects: Pick<Objects, 'get' | 'put'>): Promise<void> {
  const key = journalKey(capturesKey);
  const bytes = await objects.get(key);
  if (!bytes) return;
  const { passed, under } = parseJournal(bytes, key);
  if (under !== undefined) await objects.put(key, encodeJournal({ passed }));
}

const journalKey = (capturesKey: string) => `doubts/${capturesKey.replace(/^raw\//, '')}.json`;

const encodeJournal = (journal: StoredJournal) => new TextEncoder().encode(JSON.stringify(journal));

/** A damaged journal counts as empty: a poison page is then found again, after as many crashes as the first time. */
function parseJournal(bytes: Uint8Array, key: string): StoredJournal {
  try {
    const stored = parseStoredJson<StoredJournal>(bytes, key, 'it counts as empty');
    return Array.isArray(stored.passed) ? stored : EMPTY;
  } catch {
    return EMPTY;
  }
}
