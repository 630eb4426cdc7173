import { INVISIBLE_CLASS, INVISIBLE_UNITS, removeInvisible } from './invisible.ts';

/**
 * Replaces each run of white space (of any kind, including no-break spaces) by one space, trims the ends and removes invisible
 * characters. Most texts need no change, so a test comes first.
 *
 * @param preformatted keep line breaks, indentation and tabs.
 */
export function foldWhitespace(text: string, preformatted: boolean): string {
  if (preformatted) return foldLines(text);
  if (UNFOLDED.test(text)) return foldUnits(text, false) ?? removeInvisible(text).replace(UNFOLDED_RUNS, ' ').trim();
  return text.charCodeAt(0) === 0x20 || text.charCodeAt(text.length - 1) === 0x20 ? text.trim() : text;
}

/** Like `foldWhitespace`, but keeps one space at each end that had white space. */
export function collapseWhitespace(text: string): string {
  if (!UNFOLDED.test(text)) return text;
  return foldUnits(text, true) ?? removeInvisible(text).replace(UNFOLDED_RUNS, ' ');
}

/** Code units that `\s` matches, without the plain space and the byte order mark. */
export const WHITE_UNITS: readonly number[] = [
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
];

/** `\s` without the plain space and the byte order mark, spelled out because `[^\S ]` takes twice as long. */
const SPACES = '\\t-\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
/** One class for white space and invisible characters: a second test would cost as much again. */
const UNFOLDED = new RegExp(`[${SPACES}${INVISIBLE_CLASS}]|  `);
/** A single plain space needs no change. */
const UNFOLDED_RUNS = new RegExp(`[ ${SPACES}]{2,}|[${SPACES}]`, 'g');

/** Minimum length of a text that is folded by its units, in UTF-16 units. Shorter ones are folded faster by an expression. */
const MIN_UNITS = 64;
/** Maximum length. */
const MAX_UNITS = 65_536;
const units = new Uint16Array(MAX_UNITS);
const bytes = Buffer.from(units.buffer);

const PLAIN = 1;
const WHITE = 2;
const INVISIBLE = 3;
/** Class by code unit; 0 for all others. */
const CLASSES = new Uint8Array(65_536);
for (const unit of WHITE_UNITS) CLASSES[unit] = WHITE;
CLASSES[0x20] = PLAIN;
for (const unit of INVISIBLE_UNITS) CLASSES[unit] = INVISIBLE;

/**
 * Folds white space in the units of a text, which takes a fraction of the time of an expression if the text has many runs.
 *
 * @param keepsEnds whether a space at each end stays
 * @returns undefined if the text has invisible characters or its length is out of bounds
 */
function foldUnits(text: string, keepsEnds: boolean): string | undefined {
  const { length } = text;
  if (length < MIN_UNITS || length > MAX_UNITS) return undefined;
  bytes.write(text, 'utf16le');
  let to = 0;
  let isInRun = !keepsEnds;
  for (let i = 0; i < length; i++) {
    const unit = units[i] as number;
    const kind = CLASSES[unit] as number;
    if (kind === 0) {
      units[to++] = unit;
      isInRun = false;
    } else if (kind === INVISIBLE) return undefined;
    else if (!isInRun) {
      units[to++] = 0x20;
      isInRun = true;
    }
  }
  if (!keepsEnds && to > 0 && units[to - 1] === 0x20) to--;
  return bytes.toString('utf16le', 0, 2 * to);
}

function foldLines(text: string): string {
  const lines = removeInvisible(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n\t]/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd());
  let from = 0;
  let to = lines.length;
  while (from < to && lines[from] === '') from++;
  while (to > from && lines[to - 1] === '') to--;
  return lines.slice(from, to).join('\n');
}
