/** Recognises the numbers of lines that highlighters write beside code, in a `pre` of their own. */

/** Maximum length of a number, in UTF-16 units. */
const MAX_DIGITS = 6;

/** Whether each line of a text is a number, one more than that of the line before. One line is too little to tell. */
export function isLineNumbers(text: string): boolean {
  let from = 0;
  let number = 0;
  for (;;) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end).trim();
    if (line.length > MAX_DIGITS || !/^\d+$/.test(line)) return false;
    if (from > 0 && Number(line) !== number + 1) return false;
    if (end === -1) return from > 0;
    number = Number(line);
    from = end + 1;
  }
}
