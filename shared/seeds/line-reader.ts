import type { SeedReader } from './found-seed.ts';

/** A line that is longer is not kept while the rest of it comes. Characters. */
const LONGEST_LINE = 65_536;

/** UTF-8, a line at a time; `\n`, `\r\n` and `\r` end one. @param take is told `undefined` of a line that is too long. */
export function lineReader(take: (line: string | undefined, number: number) => void): SeedReader {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  let number = 0;
  let endedWithReturn = false;

  const finish = (line: string): void => {
    number++;
    take(isTooLong || line.length > LONGEST_LINE ? undefined : line, number);
    isTooLong = false;
  };
  const add = (piece: string): void => {
    if (piece === '') return;
    // The line feed that belongs to the last sign of the piece before.
    const text = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    endedWithReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    for (const line of lines) finish(line);
    if (rest.length > LONGEST_LINE) isTooLong = true;
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
