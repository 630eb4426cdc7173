import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../shared/maintain/resend/calendar-day.ts';
import {
  addSentDay,
  dueDays,
  limitSentDays,
  MAX_SENT_DAYS,
  type SentDays,
  withoutFirstDay,
} from '../../../shared/maintain/resend/sent-days.ts';

/** Day number `n` of a month. */
const day = (n: number) => dayOf(Date.UTC(2026, 0, n));
const days = (first: number, last: number, on: number): SentDays => ({
  first: day(first),
  last: day(last),
  on: day(on),
});

describe('adds a day', () => {
  test.each<[string, SentDays[], number, number, SentDays[]]>([
    ['to none', [], 3, 11, [days(3, 3, 11)]],
    ['to the day before it, sent together', [days(1, 2, 11)], 3, 11, [days(1, 3, 11)]],
    ['beside the day before it, sent earlier', [days(1, 2, 10)], 3, 11, [days(1, 2, 10), days(3, 3, 11)]],
    [
      'between others, in the order of days',
      [days(1, 1, 9), days(9, 9, 17)],
      5,
      13,
      [days(1, 1, 9), days(5, 5, 13), days(9, 9, 17)],
    ],
    ['once, because the check sent all that is left of it', [days(3, 5, 11)], 3, 12, [days(3, 3, 12), days(4, 5, 11)]],
    ['that joins both neighbours', [days(1, 2, 20), days(4, 4, 20)], 3, 20, [days(1, 4, 20)]],
  ])('%s', (_where, all, n, on, expected) => {
    expect(addSentDay(all, day(n), { sent: 1 }, day(on))).toEqual(expected);
  });

  test('not if nothing was sent from it', () => {
    expect(addSentDay([days(1, 1, 9)], day(2), { sent: 0 }, day(10))).toEqual([days(1, 1, 9)]);
  });

  test('beside the rest of its own check, which keeps its day of sending', () => {
    const rest = { ...days(3, 5, 1), after: 'raw/x' };
    expect(addSentDay([rest], day(3), { sent: 1 }, day(12))).toEqual([rest, days(3, 3, 12)]);
  });
});

test('days are due when they were sent on the given day or before', () => {
  const all = [days(1, 1, 12), days(2, 2, 10)];
  expect([dueDays(all, day(9)), dueDays(all, day(10))]).toEqual([undefined, all[1]]);
});

test('a check goes through the days of an entry, and keeps where it stopped', () => {
  const [entry, other] = [days(1, 2, 9), days(5, 5, 13)];
  const stopped = withoutFirstDay([entry, other], entry, { sent: 0, stopped: 'raw/x' });
  expect(stopped).toEqual([{ ...entry, after: 'raw/x' }, other]);
  const second = withoutFirstDay(stopped, stopped[0]!, { sent: 0 });
  expect(second).toEqual([days(2, 2, 9), other]);
  expect(withoutFirstDay(second, second[0]!, { sent: 0 })).toEqual([other]);
});

test('is limited: the earliest entries are joined, and none of their days is left out', () => {
  const all = Array.from({ length: 3 * MAX_SENT_DAYS }, (_, i) => days(2 * i, 2 * i, i + 9));
  const limited = limitSentDays(all);
  expect(limited).toHaveLength(MAX_SENT_DAYS);
  expect(limited[0]).toEqual({ first: day(0), last: day(4 * MAX_SENT_DAYS), on: day(9) });
  expect(limited.slice(1)).toEqual(all.slice(2 * MAX_SENT_DAYS + 1));
});
