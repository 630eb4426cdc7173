import type { Control } from '../../ports/control.ts';
import type { Objects } from '../../ports/objects.ts';
import { parseStoredJson } from '../../text/stored-json.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { type CalendarDay, dayOf, startOf } from './calendar-day.ts';
import type { SentDays } from './sent-days.ts';

/** Where a check continues. */
export type ResendPosition = {
  /** The first day that was not checked completely. */
  day: CalendarDay;
  /** Last key of that day that was checked; absent: none. */
  after?: string;
  /** Days from which objects were sent, in their order. They are checked again. Absent: none. */
  sent?: SentDays[];
};

/**
 * Reads where the check of a crawl continues. A crawl that was never checked starts with the day before its creation, and so does
 * one whose stored position is damaged.
 *
 * @param onDamage called with what is wrong with the stored position
 */
export async function readResendPosition(
  { crawl, createdAt }: Pick<Control, 'crawl' | 'createdAt'>,
  objects: Pick<Objects, 'get'>,
  onDamage: (error: Error) => void,
): Promise<ResendPosition> {
  const bytes = await objects.get(keyOf(crawl));
  try {
    if (bytes) return parsePosition(bytes, keyOf(crawl));
  } catch (error) {
    onDamage(error as Error);
  }
  // The clock that named the first object may be slower than the one of the creation.
  return { day: dayOf(createdAt - DAY_MS) };
}

/** Stores where the check of a crawl continues. */
export async function storeResendPosition(
  crawl: string,
  position: ResendPosition,
  objects: Pick<Objects, 'put'>,
): Promise<void> {
  await objects.put(keyOf(crawl), new TextEncoder().encode(JSON.stringify(position)));
}

/** @throws if the bytes are not a position */
function parsePosition(bytes: Uint8Array, key: string): ResendPosition {
  const advice = 'the check starts again with the creation of the crawl';
  const { day, after, sent = [] } = parseStoredJson<ResendPosition>(bytes, key, advice);
  const isWhole = isDay(day) && sent.every(({ first, last, on }) => [first, last, on].every(isDay));
  if (!isWhole) throw new Error(`object ${key} is damaged: it is not a position; ${advice}`);
  return { day, ...(after !== undefined && { after }), sent };
}

const isDay = (day: CalendarDay) => typeof day === 'string' && !Number.isNaN(startOf(day));

/** Not below `settings/`, whose objects never change. */
const keyOf = (crawl: string) => `applied/${crawl}/resent.json`;
