/** Normalises machine-readable dates to ISO 8601. */

const BEGINS_WITH_DIGIT = /^\d/;
/** With what programs write behind it: `2024-05-06 07:08:09 UTC`, `2024-05-06T07:08:09+02:00[Europe/Berlin]`. */
const ISO =
  /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?(?:\[[\w/+-]+\])?)?)?$/i;
/** Earlier years are those of a Hijri calendar: `1403/02/14`. */
const SLASHED = /^((?:1[5-9]|[2-9]\d)\d\d)[/.](\d\d?)[/.](\d\d?)$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
/** The basic format of ISO 8601 with a time: `20240506T070809Z`. */
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?$/i;
/** Maximum length of a date, with its fractions and the name of its zone: `2024-05-06T07:08:09.123456+02:00[America/Argentina/Buenos_Aires]`. */
const MAX_LENGTH = 64;
/** A leap second. */
const LEAP_SECOND = /(?<before>:[0-5]\d:)60(?=\.|\s|$)/;
const COMPACT_ZONE = /^([+-]\d\d)(\d\d)$/;
const UNIVERSAL_ZONE = /^(?:UTC|GMT|Z)$/i;
/** RFC 5322, as in HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`. A zone is required: without one the local zone would be used. */
const MAIL_DATE = /^(?:[a-z]{3},\s+)?((\d{1,2})\s+[a-z]{3}\s+\d{4})\s+\d\d:\d\d(?::\d\d)?\s+(?:GMT|UTC?|Z|[+-]\d{4})$/i;

/**
 * Returns a date in ISO 8601, with its time if it has one, or null if the text has none of the usual formats. A leap second is the second
 * before it, because `Date` and most other readers of ISO 8601 know none.
 */
export function normalizeDate(text: string): string | null {
  const trimmed = text.trim();
  // A quick check: most lines of a page are too long for a date or begin otherwise.
  if (trimmed.length > MAX_LENGTH || !(BEGINS_WITH_DIGIT.test(trimmed) || trimmed.includes(':'))) return null;
  const iso = ISO.exec(trimmed.replace(BASIC, extendFormat));
  if (iso) {
    const [, year, month, day, time, named = ''] = iso as unknown as string[];
    const zone = named.replace(UNIVERSAL_ZONE, 'Z').replace(COMPACT_ZONE, '$1:$2');
    if (!isDay(year, month, day ?? '1') || !isTime(time, zone)) return null;
    const known = time?.replace(LEAP_SECOND, '$<before>59');
    return `${year}-${month}${day ? `-${day}` : ''}${known ? `T${known}${zone}` : ''}`;
  }
  const numbers = SLASHED.exec(trimmed) ?? COMPACT.exec(trimmed);
  if (numbers) {
    const [, year, month, day] = numbers as unknown as string[];
    return isDay(year, month, day) ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : null;
  }
  const [, date, day] = MAIL_DATE.exec(trimmed) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(trimmed.replace(LEAP_SECOND, '$<before>59'));
  // `Date.parse` turns a day that the month does not have into one of the next month.
  const isReal = new Date(Date.parse(`${date} GMT`)).getUTCDate() === Number(day);
  return Number.isNaN(at) || !isReal ? null : new Date(at).toISOString();
}

/** Returns a date in the basic format of ISO 8601 in the extended one. */
function extendFormat(_: string, year: string, month: string, day: string, ...rest: (string | undefined)[]): string {
  const [hour, minute, second, zone] = rest;
  return `${year}-${month}-${day}T${hour}:${minute}${second === undefined ? '' : `:${second}`}${zone ?? ''}`;
}

function isDay(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return y >= 1000 && m >= 1 && m <= 12 && d >= 1 && d <= new Date(Date.UTC(y, m, 0)).getUTCDate();
}

/** @param time `hh:mm`, with or without seconds; undefined if the date has no time @param zone `Z`, an offset, or '' */
function isTime(time: string | undefined, zone: string): boolean {
  const [hour, minute, second = 0] = (time ?? '00:00').split(':').map(Number) as [number, number, number?];
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  const isZone = zone.length < 2 || (hours <= 14 && minutes < 60);
  // Second 60 is a leap second.
  return hour < 24 && minute < 60 && second < 61 && isZone;
}
