/** How numbers, dates, languages and addresses are put for people. English, and times in UTC: the same for everybody. */

const counts = new Intl.NumberFormat('en');
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

export const count = (n: number): string => counts.format(n);

/** Decimal units, as disks and networks are sold. */
export function bytes(n: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let i = 0;
  for (; n >= 1000 && i < units.length - 1; i++) n /= 1000;
  return `${decimals.format(n)} ${units[i]}`;
}

export function duration(seconds: number): string {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${counts.format(Math.floor(s / 3600))} h ${Math.floor((s % 3600) / 60)} min`;
}

export const rate = (n: number, seconds: number): string => decimals.format(seconds > 0 ? n / seconds : 0);

/** `plural(1, 'page')` is `1 page`. */
export const plural = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

// Made once: to make a formatter costs more than all else on a page of hits.
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const YEAR = inUtc({ year: 'numeric' });
const MONTH = inUtc({ year: 'numeric', month: 'short' });
const DAY = inUtc({ year: 'numeric', month: 'short', day: 'numeric' });
const MOMENT = inUtc({ dateStyle: 'long', timeStyle: 'short' });

/** As exactly as the date is known: a year, a month or a day. @returns undefined for what is no date. */
export function day(iso: string | null): string | undefined {
  const parts = iso === null ? null : /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(iso);
  if (!parts) return undefined;
  const date = new Date(`${parts[1]}-${parts[2] ?? '01'}-${parts[3] ?? '01'}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  return (parts[3] ? DAY : parts[2] ? MONTH : YEAR).format(date);
}

export const moment = (epochMs: number): string => `${MOMENT.format(epochMs)} UTC`;

/** @returns undefined when the language is not known. */
export function languageName(code: string): string | undefined {
  if (code === 'und' || !isLanguage(code)) return undefined;
  return languages.of(code);
}

export const isLanguage = (code: string): boolean => /^[a-z]{2,3}$/.test(code);

/** Names of the types that people know by another; the rest is called by the end of its media type. */
const TYPES: Record<string, string> = {
  'text/html': 'Web page',
  'application/xhtml+xml': 'Web page',
  'text/plain': 'Text',
  'application/pdf': 'PDF',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
};

export const typeName = (type: string): string => TYPES[type] ?? type.slice(type.indexOf('/') + 1);

/** An address that may become a link, or undefined: only the web's own schemes do, never `javascript:` or `data:`. */
export function linkable(address: string): string | undefined {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

// What would turn the writing round, hide itself or break the line.
const TREACHEROUS = /[\p{C}\p{Z}]/u;

/** An address as it is read best: without its scheme, and decoded where nothing can hide in it. */
export function readable(address: string): string {
  const short = address.replace(/^https?:\/\//, '').replace(/\/$/, '');
  try {
    const decoded = decodeURI(short);
    return TREACHEROUS.test(decoded) ? short : decoded;
  } catch {
    return short;
  }
}
