/** Parses dates in texts and URLs, in the major languages of the web. The result is a day without a time. */

import { asciiDigits } from '../../../text/analysis/fold-diacritics.ts';
import { monthOf } from './month-names.ts';

/** Years from 1980 to 2099. */
const YEAR = '(?:19[89]\\d|20\\d\\d)';
const YEAR_FIRST = `(?<y1>${YEAR})(?:[-/]|\\. ?)(?<m1>0?[1-9]|1[0-2])(?:[-/]|\\. ?)(?<d1>3[01]|[12]\\d|0?[1-9])(?!\\d)`;
const YEAR_LAST = `(?<d2>\\d{1,2})(?<sep>[./-]) ?(?<m2>\\d{1,2})\\k<sep> ?(?<y2>${YEAR}|\\d\\d(?![\\d.:/-]))(?!\\d)`;
const DAY_MONTH_NAME = `(?<d3>\\d{1,2})(?:\\.|st|nd|rd|th|er|º|ª|°)?[\\s/-]*(?:de |of |di |d['’]|ב)?(?<n3>[\\p{L}\\p{M}]{3,12}|\\p{L}[\\p{M}ई])\\.?[,،]?[\\s/-]*(?:de |del |of )?(?<y3>${YEAR})(?!\\d)`;
/** A time of day before the year, as in `May 4 10:12:33 UTC 2009` of mailing lists. */
const TIME = '\\d\\d?:\\d\\d(?::\\d\\d)?(?: [ap]m)?(?: [A-Z]{2,5}| [+-]\\d{4})?,? ';
const MONTH_NAME_DAY = `(?<n4>\\p{L}{3,12})\\.? ?(?<d4>\\d{1,2})(?:st|nd|rd|th)?(?:,|,? (?:de |${TIME})?)(?<y4>${YEAR})(?!\\d)`;
const YEAR_MONTH_NAME = `(?<y6>${YEAR})(?:(?:[,.]| m\\.)? |-)(?<n6>\\p{L}{3,12})(?:\\.? |-)(?<d6>\\d{1,2})(?!\\.?\\d|:)`;
const IDEOGRAPHS = `(?<y5>${YEAR})\\s?[年년]\\s?(?<m5>\\d{1,2})\\s?[月월]\\s?(?<d5>\\d{1,2})\\s?[日일]`;
/** `2024. gada 8. marts` (Latvian). */
const YEAR_DAY_MONTH_NAME = `(?<y7>${YEAR})\\. (?:gada|g\\.) (?<d7>\\d{1,2})\\. (?<n7>\\p{L}{3,12})`;
/** `8 tháng 3, 2024` (Vietnamese). */
const DAY_MONTH_WORD = `(?<d8>\\d{1,2})\\s[Tt]h(?:áng|g)\\s(?<m8>\\d{1,2}),?\\s(?:năm\\s)?(?<y8>${YEAR})(?!\\d)`;
/** Year before the first one of each Japanese era, and of the calendar of Taiwan. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 };
const ERA_NAMES = Object.keys(ERAS).join('|');
/** `令和5年5月4日`, `平成元年1月8日`, `民國112年5月4日`. */
const ERA_YEAR = `(?<era>${ERA_NAMES})\\s?(?<y9>元|\\d{1,3})\\s?年\\s?(?<m9>\\d{1,2})\\s?月\\s?(?<d9>\\d{1,2})\\s?日`;
/** `4 พฤษภาคม 2566`, `4 พ.ค. พ.ศ. 2566`: mostly a year of the Buddhist era, 543 years ahead. */
const THAI = `(?<d10>\\d{1,2})\\s?(?<n10>[\\p{sc=Thai}.]{4,12})\\s?(?:พ\\.ศ\\.\\s?)?(?<y10>25\\d\\d|${YEAR})(?!\\d)`;
const BUDDHIST_ERA = 543;
/**
 * Where a date may begin: at a word or number, at a capital letter that follows a small one, because inline elements join without a space, or
 * after an ideograph.
 */
const BEGINNING = `(?:(?<![\\d\\p{L}])|(?<=\\p{Ll})(?=\\p{Lu})|(?<=[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Hang}])(?=\\d{4}\\s?[年년]|${ERA_NAMES}))`;
const DATE = new RegExp(
  `${BEGINNING}(?:${YEAR_FIRST}|${YEAR_LAST}|${YEAR_DAY_MONTH_NAME}|${YEAR_MONTH_NAME}|${DAY_MONTH_NAME}|${THAI}|${DAY_MONTH_WORD}|${IDEOGRAPHS}|${ERA_YEAR}|${MONTH_NAME_DAY})`,
  'gu',
);

/**
 * Returns the first date of a text as `YYYY-MM-DD`, or null.
 *
 * @param written a short text, such as a line near a headline
 * @param monthFirst whether an ambiguous `3/4/2020` is in March; a function is called when it matters
 * @param isLabelled whether the text is known to be a date, so that `3.4.20` is one and no version number
 */
export function findDate(
  written: string,
  monthFirst: boolean | (() => boolean),
  isLabelled: boolean = false,
): string | null {
  if (!mayContainDate(written, written.length)) return null;
  const text = withAsciiDigits(written);
  for (let found = firstMatch(text); found !== null; found = DATE.exec(text)) {
    const { groups, index, 0: whole } = found;
    const g = groups as Record<string, string | undefined>;
    if (isVersion(g, whole, text.slice(Math.max(0, index - MAX_VERSION_WORD), index), isLabelled)) continue;
    const date = g['y2'] ? dateFromNumbers(g, monthFirst) : dateFromParts(g);
    if (date !== null) return date;
    // `MossMay 4, 2020`: the name of the month begins within the word.
    if (g['n4'] !== undefined) DATE.lastIndex = index + 1;
    // `Comment 1 ada 2020-05-04`: the date begins at the year.
    if (g['y3'] !== undefined) DATE.lastIndex = index + whole.length - g['y3'].length;
  }
  return null;
}

/** Returns the first match of `DATE`; `DATE.exec` returns the next. `matchAll` would compile the expression again for each text. */
function firstMatch(text: string): RegExpExecArray | null {
  DATE.lastIndex = 0;
  return DATE.exec(text);
}

/** First digits of Arabic, Persian, Devanagari, Bengali and Thai, and fullwidth ones. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const OTHER_DIGIT = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/g;
/** 1 for the code of each digit. */
const DIGITS = new Uint8Array(65_536);
for (const zero of [0x30, ...ZEROS]) DIGITS.fill(1, zero, zero + 10);

/** Returns a text of the same length with digits of other scripts as those of ASCII. */
const withAsciiDigits = (text: string): string => text.replace(OTHER_DIGIT, asciiDigits);

/** Returns the text before and after the first date of a text, or null if it has none. */
export function splitAtDate(text: string): { before: string; after: string } | null {
  const found = firstMatch(withAsciiDigits(text));
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
  if (
    (g['d3'] ?? g['d4'] ?? g['d5'] ?? g['d6'] ?? g['d7'] ?? g['d8'] ?? g['d9'] ?? g['d10']) !== undefined ||
    !whole.includes('.')
  )
    return false;
  if (g['y2']?.length !== 2) return BEFORE_VERSION.test(before) && !BEFORE_EITHER.test(before);
  // A date with two digits of the year has two of day and month too: 02.04.10. Version numbers have no leading zeros.
  const isShort = g['d2']?.length !== 2 || g['m2']?.length !== 2;
  return (isShort && !isLabelled) || BEFORE_VERSION.test(before);
}

/**
 * Checks quickly whether a text may contain a date: four digits in a row, or two numbers that a dot, a slash or the sign of a year or month follows.
 *
 * @param length number of characters that are checked
 */
export function mayContainDate(text: string, length: number): boolean {
  const end = Math.min(text.length, length);
  let digits = 0;
  let parted = 0;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (DIGITS[unit] !== 0) {
      if (++digits === 4) return true;
      continue;
    }
    if (unit === FIRST_YEAR) digits = 1;
    // A blank before the sign: `113 年 5 月`.
    else if (unit !== BLANK || digits === 0 || !SEPARATORS.has(text.charCodeAt(i + 1))) {
      if (digits > 0 && SEPARATORS.has(unit) && ++parted === 2) return true;
      digits = 0;
    }
  }
  return false;
}

/** `元`, the first year of an era. */
const FIRST_YEAR = 0x5143;
const BLANK = 0x20;
const SEPARATORS: ReadonlySet<number> = new Set(Array.from('./年月', (sign) => sign.charCodeAt(0)));

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
  if (g['era'] !== undefined) {
    const year = g['y9'] === '元' ? 1 : Number(g['y9']);
    return formatDay((ERAS[g['era']] as number) + year, Number(g['m9']), Number(g['d9']));
  }
  if (g['n10'] !== undefined) {
    const month = monthOf(g['n10'].replace(/\.$/, ''));
    const year = Number(g['y10']);
    return month === undefined
      ? null
      : formatDay(year > MAX_YEAR ? year - BUDDHIST_ERA : year, month, Number(g['d10']));
  }
  const name = (g['n3'] ?? g['n4'] ?? g['n6'] ?? g['n7'])?.toLowerCase();
  const month = name === undefined ? Number(g['m1'] ?? g['m5'] ?? g['m8']) : monthOf(name);
  if (month === undefined) return null;
  return formatDay(
    Number(g['y1'] ?? g['y3'] ?? g['y4'] ?? g['y5'] ?? g['y6'] ?? g['y7'] ?? g['y8']),
    month,
    Number(g['d1'] ?? g['d3'] ?? g['d4'] ?? g['d5'] ?? g['d6'] ?? g['d7'] ?? g['d8']),
  );
}

/** Last year that a date on a page may have. A later one is a number that looks like a year. */
const MAX_YEAR = 2040;

function formatDay(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || year > MAX_YEAR) return null;
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
