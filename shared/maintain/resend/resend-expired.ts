import { DAY_MS } from '../../text/time-units.ts';
import { dayAfter, dayOf } from './calendar-day.ts';
import { type ResendCall, resendDay } from './resend-day.ts';
import type { ResendPosition } from './resend-position.ts';
import { addSentDay, dueDays, limitSentDays, MAX_TRIES, triesOf, withoutFirstDay } from './sent-days.ts';

/** Number of objects that were sent again, by queue. */
export type Resent = {
  captures: number;
  documents: number;
  records: number;
  /** Objects of captures and documents among them that are older than `MAX_RECORDS_AGE_MS`. */
  old: number;
  /** Objects of records that are too old to be sent singly (`MAX_RECORDS_AGE_MS`). */
  unchecked: number;
  /** Objects among them that are not sent again, because those of their day were sent `MAX_TRIES` times. */
  givenUp: number;
  /** Objects among them from days that were sent before: their messages have expired once more, or a stage cannot process them. */
  again: number;
  /** Key of one of these objects. Absent: there are none. */
  example?: string;
};

/**
 * Age from which an object is checked, and time after which it is checked again: its message was retained for seven days, and one
 * of the index stage up to a day longer while the search engine was unavailable. Milliseconds.
 */
const MIN_AGE_MS = 8 * DAY_MS;

/**
 * Sends the stored objects again that were never processed, because their messages expired in a queue. A day from which objects
 * were sent is checked again after eight days, until nothing of it is left to send or it was sent `MAX_TRIES` times: the new messages may expire too. Every stage
 * may process an object twice, so an object that is sent without need costs only its processing.
 *
 * @param run.onProgress called with the next position and the counts so far after each day, and at least once; all before it was
 * checked and sent
 */
export async function resendExpired(
  crawl: string,
  from: ResendPosition,
  {
    onProgress,
    ...given
  }: Pick<ResendCall, 'ports' | 'now' | 'hasTime'> & {
    onProgress(position: ResendPosition, soFar: Resent): Promise<void>;
  },
): Promise<Resent> {
  const resent: Resent = { captures: 0, documents: 0, records: 0, old: 0, unchecked: 0, givenUp: 0, again: 0 };
  const call: ResendCall = {
    ...given,
    onSent(stage, _key, isOld) {
      resent[stage]++;
      if (isOld) resent.old++;
    },
    onUnchecked: () => void resent.unchecked++,
  };
  const save = (position: ResendPosition) => onProgress(position, resent);
  const start = from.sent ? { ...from, sent: limitSentDays(from.sent) } : from;
  const checked = await checkNewDays(crawl, start, call, save);
  if (checked) await checkSentDays(crawl, checked, countAgain(call, resent), save, resent);
  return resent;
}

function countAgain(call: ResendCall, resent: Resent): ResendCall {
  return {
    ...call,
    onSent(stage, key, isOld) {
      call.onSent(stage, key, isOld);
      resent.again++;
      resent.example ??= key;
    },
  };
}

type SavePosition = (position: ResendPosition) => Promise<void>;

/** Checks the days that no call has checked. @returns the next position; undefined if time ran out */
async function checkNewDays(
  crawl: string,
  from: ResendPosition,
  call: ResendCall,
  save: SavePosition,
): Promise<ResendPosition | undefined> {
  const last = dayOf(call.now - MIN_AGE_MS);
  let position = from;
  if (position.day > last) await save(position);
  while (position.day <= last) {
    const { day } = position;
    const check = await resendDay(crawl, position, call);
    const sent = addSentDay(position.sent ?? [], day, check, dayOf(call.now));
    position = { ...(check.stopped === undefined ? { day: dayAfter(day) } : { day, after: check.stopped }), sent };
    await save(position);
    if (check.stopped !== undefined) return undefined;
  }
  return position;
}

/** Checks the days again whose objects were sent so long ago that those messages may have expired too. */
async function checkSentDays(
  crawl: string,
  from: ResendPosition,
  call: ResendCall,
  save: SavePosition,
  resent: Resent,
): Promise<void> {
  const until = dayOf(call.now - MIN_AGE_MS);
  let sent = from.sent ?? [];
  for (let due = dueDays(sent, until); due; due = dueDays(sent, until)) {
    const check = await resendDay(crawl, { day: due.first, after: due.after }, call);
    const tries = triesOf(due) + 1;
    if (tries >= MAX_TRIES) resent.givenUp += check.sent;
    sent = addSentDay(withoutFirstDay(sent, due, check), due.first, check, dayOf(call.now), tries);
    await save({ ...from, sent });
    if (check.stopped !== undefined) return;
  }
}
