/**
 * Reads the data that Next.js streams to a page (React Server Components): calls of `self.__next_f.push([1, chunk])`, whose chunks
 * together are rows such as `1f:{"title":"…"}`. A row ends with its line, except for a text, which states its length.
 */
import { parseJson } from '../../text/parse-json.ts';

/** Id of a row, and the length of a text in bytes of UTF-8 (hexadecimal). */
const ROW_START = /([\da-f]{1,8}):(?:T([\da-f]{1,6}),)?/y;
/** Minimum length of the JSON of a row, in bytes. Shorter rows have no text, and bad JSON takes much time for its error. */
const MIN_JSON = 40;

/** Whether a program is such a call, by its start. */
export const isFlightPush = (start: string): boolean => start.includes('__next_f.push(');

/** Returns the chunk of an argument of such a call; undefined for other data. */
export function flightChunk(data: unknown): string | undefined {
  return Array.isArray(data) && data.length === 2 && data[0] === 1 && typeof data[1] === 'string' ? data[1] : undefined;
}

/** Yields the data of the rows: parsed JSON, and texts as `{ text }`. Other rows, such as names of modules, are left out. */
export function* flightRows(chunks: readonly string[]): Generator<unknown> {
  const bytes = Buffer.from(chunks.join(''), 'utf8');
  // One character a byte, so that positions are those of the bytes.
  const stream = bytes.toString('latin1');
  let at = 0;
  while (at < stream.length) {
    ROW_START.lastIndex = at;
    const [start = '', , length] = ROW_START.exec(stream) ?? [];
    const from = at + start.length;
    if (length !== undefined) {
      at = from + Number.parseInt(length, 16);
      yield { text: bytes.toString('utf8', from, at) };
      continue;
    }
    const lineEnd = stream.indexOf('\n', from);
    const to = lineEnd === -1 ? stream.length : lineEnd;
    at = to + 1;
    if (start === '' || to - from < MIN_JSON) continue;
    const row = bytes.toString('utf8', from, to);
    if (/^[[{]/.test(row)) yield parseJson(row);
  }
}
