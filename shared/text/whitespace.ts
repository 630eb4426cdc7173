import { INVISIBLE_CLASS, removeInvisible } from './invisible.ts';

/**
 * Replaces each run of white space (of any kind, including no-break spaces) by one space, trims the ends and removes invisible
 * characters. Most texts need no change, so a test comes first.
 *
 * @param preformatted keep line breaks and indentation.
 */
export function foldWhitespace(text: string, preformatted: boolean): string {
  if (preformatted) return foldLines(text);
  if (UNFOLDED.test(text)) return removeInvisible(text).replace(UNFOLDED_RUNS, ' ').trim();
  return text.charCodeAt(0) === 0x20 || text.charCodeAt(text.length - 1) === 0x20 ? text.trim() : text;
}

/** Like `foldWhitespace`, but keeps one space at each end that had white space. */
export function collapseWhitespace(text: string): string {
  return UNFOLDED.test(text) ? removeInvisible(text).replace(UNFOLDED_RUNS, ' ') : text;
}

/** `\s` without the plain space and the byte order mark, spelled out because `[^\S ]` takes twice as long. */
const SPACES = '\\t-\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
/** One class for white space and invisible characters: a second test would cost as much again. */
const UNFOLDED = new RegExp(`[${SPACES}${INVISIBLE_CLASS}]|  `);
/** A single plain space needs no change. */
const UNFOLDED_RUNS = new RegExp(`[ ${SPACES}]{2,}|[${SPACES}]`, 'g');

function foldLines(text: string): string {
  const lines = removeInvisible(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd());
  let from = 0;
  let to = lines.length;
  while (from < to && lines[from] === '') from++;
  while (to > from && lines[to - 1] === '') to--;
  return lines.slice(from, to).join('\n');
}
