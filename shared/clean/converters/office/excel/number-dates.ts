/** Formats dates and times of spreadsheets. Names are English, because formats rarely name a language. */
import { DAY_MS } from '../../../../text/time-units.ts';
import type { FormatToken } from './number-tokens.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Returns whether a format shows a date, a time or a duration. */
export const hasDateTokens = (tokens: readonly FormatToken[]): boolean =>
  tokens.some(({ kind }) => kind === 'date' || kind === 'elapsed');

/**
 * Formats a serial date, a count of days. Serial date 60 is the nonexistent 29 February 1900, so earlier dates are off by one.
 * @returns undefined if the number is no date
 */
export function formatSerialDate(
  tokens: readonly FormatToken[],
  value: number,
  since1904: boolean,
): string | undefined {
  const days = since1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const unit = tokens.some(({ text }) => text.startsWith('s.') || text.startsWith('ss.')) ? 1 : 1000;
  const at = new Date(Math.round(((days - 25_569) * DAY_MS) / unit) * unit);
  if (value < 0 || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return undefined;
  const isHalfDay = tokens.some(({ kind }) => kind === 'noon');
  const seconds = Math.round(value * 86_400);
  let previousLetter = '';
  return tokens
    .map(({ kind, text }, i) => {
      if (kind === 'noon') return formatNoon(text, at.getUTCHours());
      if (kind !== 'date' && kind !== 'elapsed') return kind === 'digit' || kind === 'general' ? '' : text;
      const isMinutes = text.startsWith('m') && (previousLetter === 'h' || nextDateLetter(tokens, i) === 's');
      previousLetter = text[0]!;
      if (kind === 'elapsed') return formatElapsed(text, seconds);
      return isMinutes ? padNumber(at.getUTCMinutes(), text.length) : formatDatePart(text, at, isHalfDay);
    })
    .join('');
}

/** Returns the first letter of the next date token: `m` before `s` means minutes. */
function nextDateLetter(tokens: readonly FormatToken[], from: number): string | undefined {
  return tokens.slice(from + 1).find(({ kind }) => kind === 'date' || kind === 'elapsed')?.text[0];
}

const padNumber = (number: number, length: number): string => `${number}`.padStart(Math.min(length, 2), '0');

function formatNoon(text: string, hours: number): string {
  const [morning = '', afternoon = ''] = text.split('/');
  return hours < 12 ? morning : afternoon;
}

function formatElapsed(text: string, seconds: number): string {
  const unit = text[0] === 'h' ? 3600 : text[0] === 'm' ? 60 : 1;
  return `${Math.floor(seconds / unit)}`.padStart(Math.min(text.length, 10), '0');
}

function formatDatePart(text: string, at: Date, isHalfDay: boolean): string {
  const { length } = text;
  switch (text[0]) {
    case 'y':
      return length > 2 ? `${at.getUTCFullYear()}` : padNumber(at.getUTCFullYear() % 100, 2);
    case 'm':
      return nameOr(MONTHS[at.getUTCMonth()]!, at.getUTCMonth() + 1, length);
    case 'd':
      return nameOr(DAYS[at.getUTCDay()]!, at.getUTCDate(), length);
    case 'h':
      return padNumber(isHalfDay ? at.getUTCHours() % 12 || 12 : at.getUTCHours(), length);
    default: {
      const [whole = '', part = ''] = text.split('.');
      const fraction = `${at.getUTCMilliseconds()}`.padStart(3, '0').padEnd(part.length, '0').slice(0, part.length);
      return `${padNumber(at.getUTCSeconds(), whole.length)}${part && `.${fraction}`}`;
    }
  }
}

/** Formats a month or a weekday: three letters mean the short name, five its first letter, four the full name. */
function nameOr(name: string, number: number, length: number): string {
  if (length === 3) return name.slice(0, 3);
  if (length === 5) return name[0]!;
  return length > 3 ? name : padNumber(number, length);
}
