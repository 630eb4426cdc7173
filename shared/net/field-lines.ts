/**
 * Repairs the field lines of a response head that undici refuses although browsers read them: white space before the colon, lines that
 * are no fields, a repeated `Content-Length`, one beside `Transfer-Encoding: chunked`, and the transfer coding `identity`
 * (RFC 9110, 8.6; RFC 9112, 5.1 and 6.3).
 */

const COLON = 0x3a;
const LINE_END = Buffer.from('\r\n');

/** Whether a byte may be in the name of a field, by byte. */
const IN_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[!#$%&'*+.^_`|~0-9a-z-]/i.test(String.fromCharCode(byte)) ? 1 : 0,
);

const LENGTH = 'content-length';
const CODING = 'transfer-encoding';

/** The field lines of one response. */
export type FieldLines = {
  /** Takes the parts of a complete line without its end. @returns what can be parsed now, with ends of lines */
  add(line: readonly Buffer[]): Buffer[];
  /** Ends the head. @returns the lines that were held, with ends of lines */
  end(): Buffer[];
};

/** Creates the filter of the field lines of one response. */
export function mendFieldLines(): FieldLines {
  let length: string | undefined;
  let isChunked = false;
  /** The `Content-Length`, which counts only if no chunked coding follows, and the lines after it. */
  let held: Buffer[] | undefined;
  const release = (line: readonly Buffer[]): Buffer[] => {
    if (!held) return [...line, LINE_END];
    for (const word of line) held.push(word);
    held.push(LINE_END);
    return [];
  };
  return {
    add(line) {
      const field = readField(line[0] as Buffer);
      if (!field) return [];
      const mended = [field.start, ...line.slice(1)];
      if (field.name !== LENGTH && field.name !== CODING) return release(mended);
      const value = Buffer.concat(mended)
        .toString('latin1', field.name.length + 1)
        .trim();
      if (field.name === CODING) {
        if (value.toLowerCase() === 'identity') return [];
        isChunked ||= /(?:^|,)[ \t]*chunked$/i.test(value);
        return release(mended);
      }
      const own = onlyValue(value);
      if (isChunked || own === length) return [];
      if (length !== undefined) return release(mended);
      length = own;
      held = [];
      return release([Buffer.from(`${field.start.toString('latin1', 0, LENGTH.length)}: ${own}`, 'latin1')]);
    },
    end() {
      // The first two entries are the `Content-Length`.
      const left = held?.slice(isChunked ? 2 : 0) ?? [];
      held = undefined;
      return left;
    },
  };
}

/** Returns the name in lower case, and the line without white space before the colon; undefined if the line is no field. */
function readField(line: Buffer): { name: string; start: Buffer } | undefined {
  const end = endOfName(line, 0);
  let colon = end;
  while (line[colon] === 0x20 || line[colon] === 0x09) colon++;
  if (end === 0 || line[colon] !== COLON) return undefined;
  const start = colon === end ? line : Buffer.concat([line.subarray(0, end), line.subarray(colon)]);
  return { name: line.toString('latin1', 0, end).toLowerCase(), start };
}

/** Returns the value of a list whose items are the same (`5, 5`), or the whole text. */
function onlyValue(value: string): string {
  const [first = '', ...others] = value.split(',').map((item) => item.trim());
  return others.every((item) => item === first) ? first : value;
}

function endOfName(bytes: Buffer, from: number): number {
  let at = from;
  while (IN_NAME[bytes[at] as number] === 1) at++;
  return at;
}

/** A list of lengths, or the transfer coding that means none. */
const REPAIRED_VALUE = /,|identity/i;

/** What the fields of a head have so far that may contradict each other. */
export type FramingFields = { lengths: number; codings: number };

/**
 * Whether a field line needs no repair. The line must be followed by another byte.
 *
 * @param from position of the line in the bytes @param to its end, without the end of line
 * @param framing counts, to which the line is added
 */
export function isPlainField(bytes: Buffer, from: number, to: number, framing: FramingFields): boolean {
  const end = endOfName(bytes, from);
  if (end === from || bytes[end] !== COLON) return false;
  const nameLength = end - from;
  if (nameLength !== LENGTH.length && nameLength !== CODING.length) return true;
  const name = bytes.toString('latin1', from, end).toLowerCase();
  if (name === LENGTH) framing.lengths++;
  else if (name === CODING) framing.codings++;
  else return true;
  return framing.lengths + framing.codings === 1 && !REPAIRED_VALUE.test(bytes.toString('latin1', end + 1, to));
}
