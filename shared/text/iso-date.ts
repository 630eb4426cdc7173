/**
 * Converts dates of sitemaps and feeds to ISO 8601. Dates in ISO 8601 keep their precision
 * (https://www.w3.org/TR/NOTE-datetime). Dates of RSS (RFC 822, with two-digit years) are converted to UTC.
 */

const DAY = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?$/;
const INSTANT =
  /^(\d{4})-(\d\d?)-(\d\d?)[T\s]\s*(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;
const RFC_822 =
  /^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{4}|\d\d)\s+(\d\d?):(\d\d)(?::(\d\d))?\s*(Z|[A-Z]{1,4}|[+-]\d\d:?\d\d)$/i;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Offsets of time zones from UTC, in hours (RFC 822, 5.1). */
const ZONES: Record<string, number> = {
  ...{ Z: 0, UT: 0, UTC: 0, GMT: 0, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
  ...{ WET: 0, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3, BST: 1, JST: 9 },
};

/** @returns `undefined` for an invalid date, and for an RSS date without a known time zone. */
export function toIsoDate(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 60) return undefined;
  return parseDay(trimmed) ?? parseInstant(trimmed) ?? parseRfc822(trimmed);
}

function parseDay(text: string): string | undefined {
  const match = DAY.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (!match) return undefined;
  const [, year, month, date] = match;
  if (!isDay(Number(year), Number(month ?? 1), Number(date ?? 1))) return undefined;
  return [year, month?.padStart(2, '0'), date?.padStart(2, '0')].filter(Boolean).join('-');
}

/** Reads a time without a zone as UTC. */
function parseInstant(text: string): string | undefined {
  const match = INSTANT.exec(text);
  if (!match) return undefined;
  const [, year, month, date, hour, minute, second, fraction, zone = 'Z'] = match as unknown as string[];
  if (!isDay(Number(year), Number(month), Number(date)) || !isTime(hour, minute, second)) return undefined;
  const time = [hour!.padStart(2, '0'), minute, ...(second ? [second] : [])].join(':');
  const point = fraction ? `.${fraction}` : '';
  return `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}T${time}${point}${isoZone(zone)}`;
}

function isoZone(zone: string): string {
  const offset = /^([+-]\d\d):?(\d\d)?$/.exec(zone);
  return offset ? `${offset[1]}:${offset[2] ?? '00'}` : 'Z';
}

function parseRfc822(text: string): string | undefined {
  const match = RFC_822.exec(text);
  if (!match) return undefined;
  const [, date, name, digits, hour, minute, second, zone] = match as unknown as string[];
  const month = MONTHS.indexOf(name!.toLowerCase());
  // Two-digit years (RFC 2822, 4.3).
  const year = Number(digits) + (digits!.length > 2 ? 0 : Number(digits) < 50 ? 2000 : 1900);
  const offset = offsetMinutes(zone!);
  if (offset === undefined || !isDay(year, month + 1, Number(date)) || !isTime(hour, minute, second)) return undefined;
  const ms = Date.UTC(year, month, Number(date), Number(hour), Number(minute) - offset, Number(second ?? 0));
  return new Date(ms).toISOString().replace('.000', '');
}

function offsetMinutes(zone: string): number | undefined {
  const offset = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (offset) return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]));
  const hours = ZONES[zone.toUpperCase()];
  return hours === undefined ? undefined : hours * 60;
}

function isDay(year: number, month: number, date: number): boolean {
  if (year < 1 || month < 1 || month > 12 || date < 1) return false;
  return date <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function isTime(hour = '', minute = '', second = '0'): boolean {
  return Number(hour) <= 24 && Number(minute) < 60 && Number(second) <= 60;
}
