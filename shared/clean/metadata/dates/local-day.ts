/** Finds the local day of a time that is declared in UTC. */
import { DAY_MS } from '../../../text/time-units.ts';
import type { ParsedPage } from '../../html/parsed-page.ts';
import type { SourcedValue } from '../metadata.ts';
import { DAY_LENGTH, type DateParser, dayTime } from './date-parser.ts';
import { datedLines, linesBefore, MAX_LINE_LENGTH, MAX_MARKED } from './dated-lines.ts';

const IN_UTC = /T\d\d:\d\d.*(?:Z|[+-]00:?00)$/;

/** Returns a declared time, or instead of one in UTC the adjacent day that the URL or the page shows. */
export function toLocalDay(
  declared: SourcedValue,
  page: ParsedPage,
  inUrl: SourcedValue | null,
  read: DateParser,
): SourcedValue {
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

/** Returns whether two times with zones are the same second. */
function isSameInstant(a: string, b: string): boolean {
  const [first, second] = [Date.parse(a), Date.parse(b)];
  return HAS_ZONE.test(a) && Math.floor(first / 1000) === Math.floor(second / 1000);
}

const HAS_ZONE = /T.*(?:Z|[+-]\d\d:\d\d)$/;

/** Number of lines after the headline in which a date belongs to the page. */
const NEAR_LINES = 40;
