import { escapeUnsafe } from './format-json.ts';

/** Maximum size of the buffer that is kept for the next line, in bytes. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** Maximum number of bytes of a UTF-16 unit in UTF-8. */
const BYTES_PER_UNIT = 3;
const DELETE = 0x7f;

let kept: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(65_536);

/**
 * Encodes an object as a line of JSON in UTF-8: the bytes of `formatJson`, and a line feed. Each field is encoded by itself: in one string of
 * all fields, every character takes two bytes if any of them does.
 */
export function encodeJsonLine(value: object): Uint8Array {
  const line: Line = { bytes: kept, length: 0 };
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    const text = JSON.stringify(field) as string | undefined;
    if (text === undefined) continue;
    append(line, `${before}${JSON.stringify(name)}:`);
    append(line, text);
    before = ',';
  }
  append(line, before === '{' ? '{}\n' : '}\n');
  if (line.bytes.length <= MAX_KEPT_BYTES) kept = line.bytes;
  return Buffer.from(line.bytes.subarray(0, line.length));
}

type Line = { bytes: Buffer<ArrayBuffer>; length: number };

/** Appends JSON to a line and escapes what a terminal may obey. */
function append(line: Line, json: string): void {
  const written = write(line, json);
  // Of ASCII characters only DEL is unsafe, and bytes are searched faster than strings.
  const isAscii = written === json.length;
  const isSafe = isAscii && !line.bytes.subarray(line.length, line.length + written).includes(DELETE);
  const escaped = isSafe ? json : escapeUnsafe(json);
  line.length += escaped === json ? written : write(line, escaped);
}

/** Writes a text after the line. @returns its number of bytes */
function write(line: Line, text: string): number {
  const needed = line.length + text.length * BYTES_PER_UNIT;
  if (needed > line.bytes.length) {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * line.bytes.length, needed));
    line.bytes.copy(larger, 0, 0, line.length);
    line.bytes = larger;
  }
  return line.bytes.write(text, line.length);
}
