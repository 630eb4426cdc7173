/** Finds the headers, footers and page numbers that PDF pages repeat. */
import type { Line } from './lines.ts';

/** Number of lines, from the top and from the bottom of a page, that may be repeated. */
const MAX_LINES = 2;
/** Minimum number of pages, beside its own, on which a repeated line stands. */
const MIN_OTHER_PAGES = 2;
/** Distance of these pages, in pages: headers of left and right pages alternate, and those of chapters change. */
const MAX_DISTANCE = 4;
/** Maximum distance between the heights of a line on two pages, in points. */
const MAX_SHIFT = 6;
/** Maximum number of numbers in a line of which each may be the page number. */
const MAX_NUMBERS = 3;
/** Maximum length of a line that may be repeated, in UTF-16 units. */
const MAX_LENGTH = 200;
/** Maximum font size of a line that counts the pages, relative to the running text. Larger ones are numbered headings. */
const MAX_SIZE = 1.06;
/** Minimum number of constant words in a line that counts the pages without a gap or a word for page: "Problem set 3" is a heading. */
const MIN_WORDS = 3;
/** Numbers that stand alone may be years. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

type Candidate = { line: Line; page: number; keys: string[] };

/**
 * Returns the lines that repeat one of an earlier page, and page numbers. The first header of its kind is not among them. Headers
 * that differ only in a number that grows with the pages are of one kind, so the numbers of the others are lost.
 *
 * @param bodySize font size of the running text, in points; 0 if unknown
 */
export function findRunningLines(pages: readonly (readonly Line[])[], bodySize: number): ReadonlySet<Line> {
  const candidates = pages.flatMap((lines, page) => candidatesOf(lines, page, bodySize));
  const byKey = new Map<string, Candidate[]>();
  for (const candidate of candidates)
    for (const key of candidate.keys) {
      const same = byKey.get(key);
      if (same) same.push(candidate);
      else byKey.set(key, [candidate]);
    }
  const running = new Set<Line>();
  for (const same of byKey.values()) if (same.length > MIN_OTHER_PAGES) addRepeated(same, running);
  // A page that has nothing else is no page with a header: forms and slides repeat their only lines.
  for (const lines of pages)
    if (lines.every((line) => running.has(line)))
      for (const line of lines) if (isWords(line.text)) running.delete(line);
  return running;
}

/** Returns whether a line has other words than numbers, which may be Roman. */
const isWords = (text: string): boolean => text.split(/\s+/).some(isWord);

const isWord = (word: string): boolean =>
  /\p{L}{2}|\p{Script=Han}/u.test(word) && numberOf(word.toLowerCase()) === undefined;

/** Adds the repeated lines of a key. @param same lines with the same key, in the order of pages */
function addRepeated(same: readonly Candidate[], running: Set<Line>): void {
  let isFirst = true;
  for (const [at, { line, page }] of same.entries()) {
    let others = 0;
    for (let i = at - 1; i >= 0 && page - same[i]!.page <= MAX_DISTANCE; i--) others += isBeside(same[i]!, line, page);
    for (let i = at + 1; i < same.length && same[i]!.page - page <= MAX_DISTANCE; i++)
      others += isBeside(same[i]!, line, page);
    if (others < MIN_OTHER_PAGES) continue;
    if (!isFirst || !isWords(line.text)) running.add(line);
    isFirst = false;
  }
}

const isBeside = (other: Candidate, line: Line, page: number): number =>
  other.page !== page && Math.abs(other.line.y - line.y) <= MAX_SHIFT ? 1 : 0;

/** Returns the highest and the lowest lines of a page. */
function candidatesOf(lines: readonly Line[], page: number, bodySize: number): Candidate[] {
  const byHeight = [...lines].sort((a, b) => b.y - a.y);
  const outer =
    byHeight.length <= 2 * MAX_LINES ? byHeight : [...byHeight.slice(0, MAX_LINES), ...byHeight.slice(-MAX_LINES)];
  return outer
    .filter(({ text }) => text.length <= MAX_LENGTH)
    .map((line) => ({ line, page, keys: keysOf(line, page, bodySize) }));
}

/**
 * Returns the texts that a line has in common with its repetitions. Each number is either the same on all pages, such as that of a
 * chapter, or grows with the pages; a header may have both.
 */
function keysOf({ text, size, hasGap }: Line, page: number, bodySize: number): string[] {
  const words = text.toLowerCase().trim().split(/\s+/);
  const mayCount = (bodySize === 0 || size <= MAX_SIZE * bodySize) && (hasGap || mayCountPages(words));
  let keys = [''];
  let numbers = 0;
  for (const word of words) {
    const value = mayCount && numbers < MAX_NUMBERS ? numberOf(word) : undefined;
    if (value !== undefined) numbers++;
    const isPage = value !== undefined && !(words.length === 1 && isYear(value, page));
    const forms = isPage ? [word, `#${value - page}`] : [word];
    keys = keys.flatMap((key) => forms.map((form) => `${key} ${form}`));
  }
  // Numbers without words are repeated only if one of them counts the pages: others are the scale of a figure.
  return isWords(text) ? keys : keys.filter((key) => key.includes('#'));
}

/** Returns whether the number in a line may be that of the page: it stands alone, with a word for page, or with several words. */
function mayCountPages(words: readonly string[]): boolean {
  const constant = words.filter(isWord);
  const hasPageWord = words.some((word) => PAGE_WORDS.has(word.replace(/[^\p{L}]+/gu, '')));
  return constant.length === 0 || constant.length >= MIN_WORDS || hasPageWord;
}

/** Returns whether a number that stands alone is a year. A work with so many pages before this one has a lower first page number. */
const isYear = (value: number, page: number): boolean =>
  value >= FIRST_YEAR && value <= LAST_YEAR && value - page >= FIRST_YEAR;

/** Words for page, without their periods. */
const PAGE_WORDS: ReadonlySet<string> = new Set([
  ...[
    'page',
    'pages',
    'p',
    'pp',
    'pg',
    'seite',
    's',
    'pagina',
    'página',
    'pàgina',
    'pág',
    'pag',
    'sida',
    'sid',
    'side',
  ],
  ...[
    'sivu',
    'strona',
    'strana',
    'stránka',
    'stranica',
    'stran',
    'str',
    'oldal',
    'sayfa',
    'puslapis',
    'halaman',
    'trang',
  ],
  ...['страница', 'стр', 'с', 'сторінка', 'стор', 'σελίδα', 'σελ', '页', '頁', 'ページ', '페이지', '쪽'],
]);

const ROMAN = /^[ivxlc]{1,7}$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Returns the value of a decimal or Roman number, also in dashes or brackets; undefined for other words. */
function numberOf(word: string): number | undefined {
  const digits = /^[[(–—-]*(\d{1,5})[\])–—-]*$/.exec(word)?.[1];
  if (digits !== undefined) return Number(digits);
  if (!ROMAN.test(word)) return undefined;
  const values = [...word].map((letter) => ROMAN_VALUES[letter]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
