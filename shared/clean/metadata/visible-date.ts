/** Parses dates in texts and URLs, in the major languages of the web. The result is a day without a time. */

import { monthOf } from './month-names.ts';

/** Years from 1980 to 2099. */
const YEAR = '(?:19[89]\\d|20\\d\\d)';
const YEAR_FIRST = `(?<y1>${YEAR})(?:[-/]|\\. ?)(?<m1>0?[1-9]|1[0-2])(?:[-/]|\\. ?)(?<d1>3[01]|[12]\\d|0?[1-9])(?!\\d)`;
const YEAR_LAST = `(?<d2>\\d{1,2})(?<sep>[./-]) ?(?<m2>\\d{1,2})\\k<sep> ?(?<y2>${YEAR}|\\d\\d(?![\\d.:/-]))(?!\\d)`;
const DAY_MONTH_NAME = `(?<d3>\\d{1,2})(?:\\.|st|nd|rd|th|er|º|ª|°)?[\\s/-]*(?:de |of |di |d['’]|ב)?(?<n3>[\\p{L}\\p{M}]{3,12})\\.?,?[\\s/-]*(?:de |del |of )?(?<y3>${YEAR})(?!\\d)`;
/** A time of day before the year, as in `May 4 10:12:33 UTC 2009` of mailing lists. */
const TIME = '\\d\\d?:\\d\\d(?::\\d\\d)?(?: [ap]m)?(?: [A-Z]{2,5}| [+-]\\d{4})?,? ';
const MONTH_NAME_DAY = `(?<n4>\\p{L}{3,12})\\.? ?(?<d4>\\d{1,2})(?:st|nd|rd|th)?(?:,|,? (?:de |${TIME})?)(?<y4>${YEAR})(?!\\d)`;
const YEAR_MONTH_NAME = `(?<y6>${YEAR})(?:(?:[,.]| m\\.)? |-)(?<n6>\\p{L}{3,12})(?:\\.? |-)(?<d6>\\d{1,2})(?!\\.?\\d|:)`;
const IDEOGRAPHS = `(?<y5>${YEAR})\\s?[年년]\\s?(?<m5>\\d{1,2})\\s?[月월]\\s?(?<d5>\\d{1,2})\\s?[日일]`;
/** `2024. gada 8. marts` (Latvian). */
const YEAR_DAY_MONTH_NAME = `(?<y7>${YEAR})\\. (?:gada|g\\.) (?<d7>\\d{1,2})\\. (?<n7>\\p{L}{3,12})`;
/** `8 tháng 3, 2024` (Vietnamese). */
const DAY_MONTH_WORD = `(?<d8>\\d{1,2})\\s[Tt]h(?:áng|g)\\s(?<m8>\\d{1,2}),?\\s(?:năm\\s)?(?<y8>${YEAR})(?!\\d)`;
/** Where a date may begin: at a word or number, or at a capital letter that follows a small one, because inline elements join without a space. */
const BEGINNING = '(?:(?<![\\d\\p{L}])|(?<=\\p{Ll})(?=\\p{Lu}))';
const DATE = new RegExp(
  `${BEGINNING}(?:${YEAR_FIRST}|${YEAR_LAST}|${YEAR_DAY_MONTH_NAME}|${YEAR_MONTH_NAME}|${DAY_MONTH_NAME}|${DAY_MONTH_WORD}|${IDEOGRAPHS}|${MONTH_NAME_DAY})`,
  'gu',
);

/**
 * Returns the first date of a text as `YYYY-MM-DD`, or null.
 *
 * @param text a short text, such as a line near a headline
 * @param monthFirst whether an ambiguous `3/4/2020` is in March; a function is called when it matters
 * @param isLabelled whether the text is known to be a date, so that `3.4.20` is one and no version number
 */
export function findDate(
  text: string,
  monthFirst: boolean | (() => boolean),
  isLabelled: boolean = false,
): string | null {
  if (!mayContainDate(text, text.length)) return null;
  for (let found = firstMatch(text); found !== null; found = DATE.exec(text)) {
    const { groups, index, 0: whole } = found;
    const g = groups as Record<string, string | undefined>;
    if (isVersion(g, whole, text.slice(Math.max(0, index - MAX_VERSION_WORD), index), isLabelled)) continue;
    const date = g['y2'] ? dateFromNumbers(g, monthFirst) : dateFromParts(g);
    if (date !== null) return date;
    // `MossMay 4, 2020`: the name of the month begins within the word.
    if (g['n4'] !== undefined) DATE.lastIndex = index + 1;
  }
  return null;
}

/** Returns the first match of `DATE`; `DATE.exec` returns the next. `matchAll` would compile the expression again for each text. */
function firstMatch(text: string): RegExpExecArray | null {
  DATE.lastIndex = 0;
  return DATE.exec(text);
}

/** Returns the text before and after the first date of a text, or null if it has none. */
export function splitAtDate(text: string): { before: string; after: string } | null {
  const found = firstMatch(text);
  return found ? { before: text.slice(0, found.index), after: text.slice(found.index + found[0].length) } : null;
}

/** Text before a version number: a word for it, a sign of comparison, a name with a slash, or further numbers. */
const BEFORE_VERSION =
  /(?:(?<!\p{L})(?:versions?|versión|versione|versão|versie|wersja|verze|ver|v|releases?|rev(?:ision)?|build|bis|before|until|from|since|than)\.?\s*[:=]?\s*|[≥≤<>=~^]\s*|\p{L}[/_-]|\d[.])$/iu;
/** Words before a version number that may also stand before a date. */
const BEFORE_EITHER = /(?<!\p{L})(?:bis|before|until|from|since|than|rev(?:ision)?|releases?)\.?\s*[:=]?\s*$/iu;
/** Length of the text before a number that is searched for such a word, in UTF-16 units. */
const MAX_VERSION_WORD = 16;

/** Whether a match is rather a version number: numbers between dots, without a full year unless a word for versions precedes. */
function isVersion(g: Record<string, string | undefined>, whole: string, before: string, isLabelled: boolean): boolean {
  if ((g['d3'] ?? g['d4'] ?? g['d5'] ?? g['d6'] ?? g['d7'] ?? g['d8']) !== undefined || !whole.includes('.'))
    return false;
  if (g['y2']?.length !== 2) return BEFORE_VERSION.test(before) && !BEFORE_EITHER.test(before);
  // A date with two digits of the year has two of day and month too: 02.04.10. Version numbers have no leading zeros.
  const isShort = g['d2']?.length !== 2 || g['m2']?.length !== 2;
  return (isShort && !isLabelled) || BEFORE_VERSION.test(before);
}

/**
 * Checks quickly whether a text may contain a date: four digits in a row, or two numbers that a dot or slash follows.
 *
 * @param length number of characters that are checked
 */
export function mayContainDate(text: string, length: number): boolean {
  const end = Math.min(text.length, length);
  let digits = 0;
  let parted = 0;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x30 && unit <= 0x39) {
      if (++digits === 4) return true;
      continue;
    }
    if (digits > 0 && (unit === DOT || unit === SLASH) && ++parted === 2) return true;
    digits = 0;
  }
  return false;
}

const DOT = 0x2e;
const SLASH = 0x2f;

function dateFromNumbers(g: Record<string, string | undefined>, monthFirst: boolean | (() => boolean)): string | null {
  const a = Number(g['d2']);
  const b = Number(g['m2']);
  const year = g['y2']?.length === 2 ? 2000 + Number(g['y2']) : Number(g['y2']);
  if (g['y2']?.length === 2 && g['sep'] !== '.' && g['sep'] !== '/') return null;
  const isEither = a <= 12 && b <= 12 && g['sep'] !== '.';
  const swapped = b > 12 || (isEither && (typeof monthFirst === 'function' ? monthFirst() : monthFirst));
  return swapped ? formatDay(year, a, b) : formatDay(year, b, a);
}

function dateFromParts(g: Record<string, string | undefined>): string | null {
  const name = (g['n3'] ?? g['n4'] ?? g['n6'] ?? g['n7'])?.toLowerCase();
  const month = name === undefined ? Number(g['m1'] ?? g['m5'] ?? g['m8']) : monthOf(name);
  if (month === undefined) return null;
  return formatDay(
    Number(g['y1'] ?? g['y3'] ?? g['y4'] ?? g['y5'] ?? g['y6'] ?? g['y7'] ?? g['y8']),
    month,
    Number(g['d1'] ?? g['d3'] ?? g['d4'] ?? g['d5'] ?? g['d6'] ?? g['d7'] ?? g['d8']),
  );
}

function formatDay(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || year > 2040) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${`${month}`.padStart(2, '0')}-${`${day}`.padStart(2, '0')}`;
}

/** Returns the day in a URL path, such as `/2019/11/14/` or `/2019-11-14-title`, or null. A month alone is ignored. */
export function findDateInUrl(url: string): string | null {
  const found = /[/_-]((?:19[89]|20[0-4])\d)[/_-](0?[1-9]|1[0-2])[/_-](3[01]|[12]\d|0?[1-9])(?![\d.])/.exec(url);
  if (found) return formatDay(Number(found[1]), Number(found[2]), Number(found[3]));
  const named = /\/((?:19[89]|20[0-4])\d)\/([a-z]{3,9})\/(3[01]|[12]\d|0?[1-9])(?![\d.])/i.exec(url);
  const month = monthOf(named?.[2]?.toLowerCase() ?? '');
  if (named && month !== undefined) return formatDay(Number(named[1]), month, Number(named[3]));
  const turned = /[/_-](3[01]|[012]?\d)[-_.](0?[1-9]|1[0-2])[-_.](20[0-4]\d)(?!\d)/.exec(url);
  if (turned) return formatDay(Number(turned[3]), Number(turned[2]), Number(turned[1]));
  const packed = /[/_-](20[0-4]\d)(0[1-9]|1[0-2])(3[01]|[12]\d|0[1-9])(?!\d)/.exec(url);
  if (packed) return formatDay(Number(packed[1]), Number(packed[2]), Number(packed[3]));
  const packedTurned = /[/_-](3[01]|[12]\d|0[1-9])(0[1-9]|1[0-2])(20[0-4]\d)(?!\d)/.exec(url);
  return packedTurned && formatDay(Number(packedTurned[3]), Number(packedTurned[2]), Number(packedTurned[1]));
}
