/** Replaces dates of the Solar Hijri calendar of Iran and Afghanistan, such as `۱۴ اردیبهشت ۱۴۰۳` and `1403/02/14`, by Gregorian ones. */
import { asciiDigits } from '../../../text/analysis/fold-diacritics.ts';
import { DAY_MS } from '../../../text/time-units.ts';

/** The months, with either form of the letter yeh. */
const MONTHS = 'فرورد[یي]ن ارد[یي]بهشت خرداد ت[یي]ر مرداد شهر[یي]ور مهر آبان آذر د[یي] بهمن اسفند'.split(' ');

const YEAR = '(?<year>1[34]\\d\\d)';
const DAY = '(?<day>0?[1-9]|[12]\\d|3[01])';

/** The word for a month, behind its name, is mostly joined to it by a zero-width non-joiner. */
const DATE = new RegExp(
  `(?<!\\d)(?:${YEAR}(?<separator>[/-])(?<month>0?[1-9]|1[0-2])\\k<separator>${DAY}|${DAY}\\s(?<name>${MONTHS.join('|')})(?:[\\s\u200c]?ماه)?،?\\s${YEAR})(?!\\d)`,
  'g',
);

/** Days before a year, by the cycle of 33 years that agrees with the calendar from 1300 to 1499. */
const daysBefore = (year: number): number => 365 * year + Math.floor((8 * year + 21) / 33);

/** Days between the year 0 and 1970. */
const DAYS_BEFORE_1970 = daysBefore(1403) - Date.UTC(2024, 2, 20) / DAY_MS;

/** Returns whether pages in a declared language have dates of this calendar. */
export const hasSolarDates = (language: string): boolean => /^(?:fa|ps|prs)\b/i.test(language);

/** Returns a text with the dates of this calendar as Gregorian ones, `YYYY-MM-DD`. */
export const withGregorianDates = (text: string): string =>
  asciiDigits(text).replace(DATE, (...match) => {
    const { year, month, day, name } = match.at(-1) as DateParts;
    return gregorianDay(Number(year), Number(month ?? monthNamed(name!)), Number(day));
  });

/** What `DATE` finds: a month by its number or by its name. */
type DateParts = { year: string; day: string; month?: string; name?: string };

const monthNamed = (name: string): number => MONTHS.findIndex((one) => name.match(one)) + 1;

/** @param month from 1 @param day from 1 */
export const gregorianDay = (year: number, month: number, day: number): string =>
  new Date((daysBefore(year) - DAYS_BEFORE_1970 + 30 * (month - 1) + Math.min(6, month - 1) + day - 1) * DAY_MS)
    .toISOString()
    .slice(0, 10);
