/** Finds the local day of a time that is declared in UTC. */
import { DAY_MS, MINUTE_MS } from '../../../text/time-units.ts';
import type { ParsedPage } from '../../html/parsed-page.ts';
import type { SourcedValue } from '../metadata.ts';
import { DAY_LENGTH, type DateParser, dayTime } from './date-parser.ts';
import { datedLines, linesBefore, MAX_LINE_LENGTH, MAX_MARKED } from './dated-lines.ts';
import { splitAtDate } from './visible-date.ts';

const IN_UTC = /T\d\d:\d\d.*(?:Z|[+-]00:?00)$/;

/** Returns a declared time, or instead of one in UTC the adjacent day that the URL or the page shows. */
export function toLocalDay(
  declared: SourcedValue,
  page: ParsedPage,
  inUrl: SourcedValue | null,
  read: DateParser,
): SourcedValue {
  if (HAS_TIME.test(declared.value) && !HAS_ZONE.test(declared.value))
    return clockOfSameMinute(declared, page, read) ?? declared;
  if (!IN_UTC.test(declared.value)) return declared;
  if (inUrl !== null && Math.abs(dayTime(inUrl.value) - dayTime(declared.value)) === DAY_MS)
    return { ...inUrl, source: declared.source };
  const times = [...page.times.slice(0, MAX_MARKED), ...page.userContentTimes.slice(0, MAX_MARKED)];
  const same = times
    .map((time) => read(time))
    .find((time) => time !== null && !IN_UTC.test(time) && isSameInstant(time, declared.value));
  if (same) return { value: same, source: declared.source };
  const shown = [...page.dates.slice(0, MAX_MARKED), ...page.times.slice(0, MAX_MARKED)];
  const lines = linesBefore(datedLines(page), NEAR_LINES).flatMap(({ text }) =>
    text.length > MAX_LINE_LENGTH ? [] : [text],
  );
  let other: SourcedValue | null = null;
  for (const text of [...shown, ...lines]) {
    const value = read(text);
    if (value === null) continue;
    const days = Math.abs(dayTime(value) - dayTime(declared.value)) / DAY_MS;
    if (days === 0 && !IN_UTC.test(value)) return declared;
    if (days === 1) other ??= { value: value.slice(0, DAY_LENGTH), source: declared.source };
  }
  return other ?? declared;
}

/**
 * Returns the adjacent day of a line near the headline that shows the declared time in another zone, or null. The declared one has no zone: forum
 * programs declare the time of their server and show that of the site.
 */
function clockOfSameMinute(declared: SourcedValue, page: ParsedPage, read: DateParser): SourcedValue | null {
  const moment = Date.parse(`${declared.value}Z`);
  if (Number.isNaN(moment)) return null;
  for (const { text } of linesBefore(datedLines(page), NEAR_LINES)) {
    const day = text.length > MAX_LINE_LENGTH ? null : read(text);
    if (day === null || Math.abs(dayTime(day) - dayTime(declared.value)) !== DAY_MS) continue;
    const clock = CLOCK.exec(splitAtDate(text)?.after ?? '')?.groups;
    if (clock === undefined) continue;
    const hour = (Number(clock['hour']) % (clock['half'] ? 12 : 24)) + (/^p/i.test(clock['half'] ?? '') ? 12 : 0);
    const away = Math.abs(dayTime(day) + (hour * 60 + Number(clock['minute'])) * MINUTE_MS - toMinute(moment));
    if (away % (30 * MINUTE_MS) === 0 && away <= MAX_ZONES_MS)
      return { value: day.slice(0, DAY_LENGTH), source: declared.source };
  }
  return null;
}

/** Returns whether two times with zones are the same second. */
function isSameInstant(a: string, b: string): boolean {
  const [first, second] = [Date.parse(a), Date.parse(b)];
  return HAS_ZONE.test(a) && Math.floor(first / 1000) === Math.floor(second / 1000);
}

/** A time other than midnight, which stands for no time. */
const HAS_TIME = /T(?!00:00(?::00)?(?:\D|$))\d\d:\d\d/;
const HAS_ZONE = /T.*(?:Z|[+-]\d\d:\d\d)$/;

const toMinute = (moment: number): number => moment - (moment % MINUTE_MS);

/** Largest difference of the clocks of two zones, in ms. */
const MAX_ZONES_MS = 26 * 60 * MINUTE_MS;

/** A time of day after a date, as in `Feb 14, 2026 | 9:05 pm`. */
const CLOCK = /^\D{0,6}(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?:\s?(?<half>[ap])\.?m)?/i;

/** Number of lines after the headline in which a date belongs to the page. */
const NEAR_LINES = 40;
