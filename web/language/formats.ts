/** Formats of numbers and dates. Dates are in UTC. */
export type Formats = {
  /** A whole number, with separators of thousands. */
  count(n: number): string;
  /** A number with exactly two decimals. */
  score(n: number): string;
  /** Bytes in decimal units: 1 kB is 1000 bytes. */
  bytes(n: number): string;
  duration(seconds: number): string;
  rate(n: number, seconds: number): string;
  /** A date as precisely as it is known: a year, a month or a day. Undefined if it is not a date. */
  day(iso: string | null): string | undefined;
  moment(epochMs: number): string;
  /** A moment with its seconds. */
  second(epochMs: number): string;
  /** The name of a language; undefined if the code is `und` or not a code. */
  languageName(code: string): string | undefined;
};

/** English dates have the day before the month. */
const FORMAT_LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Creates the formats of a language. Creating a formatter costs more than the rest of a page of hits. */
export function newFormats(language: string): Formats {
  const counts = new Intl.NumberFormat(language);
  const scores = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const decimals = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const units = UNITS.map(
    (unit) =>
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: 1,
      }),
  );
  const languages = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' });
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(FORMAT_LOCALES[language] ?? language, { timeZone: 'UTC', ...options });
  const year = inUtc({ year: 'numeric' });
  const month = inUtc({ year: 'numeric', month: 'short' });
  const day = inUtc({ year: 'numeric', month: 'short', day: 'numeric' });
  const moment = inUtc({ dateStyle: 'long', timeStyle: 'short' });
  return {
    count: (n) => counts.format(n),
    score: (n) => scores.format(n),
    bytes(n) {
      let i = 0;
      for (; n >= 1000 && i < units.length - 1; i++) n /= 1000;
      return units[i]!.format(n);
    },
    duration(seconds) {
      const s = Math.round(seconds);
      if (s < 60) return `${s} s`;
      if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
      return `${counts.format(Math.floor(s / 3600))} h ${Math.floor((s % 3600) / 60)} min`;
    },
    rate: (n, seconds) => decimals.format(seconds > 0 ? n / seconds : 0),
    day(iso) {
      const parts = iso === null ? null : /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(iso);
      if (!parts) return undefined;
      const date = new Date(`${parts[1]}-${parts[2] ?? '01'}-${parts[3] ?? '01'}T00:00:00Z`);
      if (Number.isNaN(date.getTime())) return undefined;
      return (parts[3] ? day : parts[2] ? month : year).format(date);
    },
    moment: (epochMs) => `${moment.format(epochMs)} UTC`,
    second: (epochMs) => `${inUtc({ dateStyle: 'long', timeStyle: 'medium' }).format(epochMs)} UTC`,
    languageName: (code) => (code === 'und' || !isLanguage(code) ? undefined : languages.of(code)),
  };
}

/** Returns whether a text has the form of a language code (ISO 639). The language need not exist. */
export const isLanguage = (code: string): boolean => /^[a-z]{2,3}$/.test(code);
