/** Anything that makes folding change a text: white space other than one space, or any at its ends. */
const UNFOLDED = /[^\S ]|\s\s|^\s|\s$/;
const WHITE_SPACE = /\s+/g;

/**
 * Folds each run of white space (of any kind, also what does not break) to one space, and drops it at the ends.
 *
 * @param preformatted line breaks stay, and spaces at the beginning of a line.
 */
export function fold(text: string, preformatted: boolean): string {
  if (preformatted) return foldLines(text);
  return UNFOLDED.test(text) ? text.replace(WHITE_SPACE, ' ').trim() : text;
}

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
