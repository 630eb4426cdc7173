import type { SeedReader } from './found-seed.ts';

/** Maximum length of a line, in characters. Longer lines are not buffered. */
const MAX_LINE_LENGTH = 65_536;

/**
 * Splits UTF-8 text into lines, which end with `\n`, `\r\n` or `\r`.
 *
 * @param onLine receives each line, or `undefined` for one that is too long, and its number from 1.
 */
export function lineReader(onLine: (line: string | undefined, number: number) => void): SeedReader {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  let number = 0;
  let endedWithReturn = false;

  const finish = (line: string): void => {
    number++;
    onLine(isTooLong || line.length > MAX_LINE_LENGTH ? undefined : line, number);
    isTooLong = false;
  };
  const add = (piece: string): void => {
    if (piece === '') return;
    // Skip the line feed of a CRLF that spans two chunks.
    const text = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    endedWithReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    for (const line of lines) finish(line);
    if (rest.length > MAX_LINE_LENGTH) isTooLong = true;
    if (isTooLong) rest = '';
  };
  return {
    write: (bytes) => add(decoder.decode(bytes, { stream: true })),
    end() {
      add(decoder.decode());
      if (rest !== '' || isTooLong) finish(rest);
      rest = '';
    },
  };
}
