/**
 * Folds each run of white space (of any kind, also what does not break) to one space, and drops it at the ends.
 * Most texts are folded already, and a test that finds nothing is what costs least.
 *
 * @param preformatted line breaks stay, and spaces at the beginning of a line.
 */
export function foldWhitespace(text: string, preformatted: boolean): string {
  if (preformatted) return foldLines(text);
  if (UNFOLDED.test(text)) return text.replace(UNFOLDED_RUNS, ' ').trim();
  return text.charCodeAt(0) === 0x20 || text.charCodeAt(text.length - 1) === 0x20 ? text.trim() : text;
}

/** The same, with one space left at each end where there was any. */
export function collapseWhitespace(text: string): string {
  return UNFOLDED.test(text) ? text.replace(UNFOLDED_RUNS, ' ') : text;
}

/** `\s` but for the plain space, spelt out: half the time of `[^\S ]`. */
const SPACES = '\\t-\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const UNFOLDED = new RegExp(`[${SPACES}]|  `);
/** One plain space is folded already. */
const UNFOLDED_RUNS = new RegExp(`[ ${SPACES}]{2,}|[${SPACES}]`, 'g');

function foldLines(text: string): string {
  const lines = text
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
