/**
 * Maximum length of an input line, in bytes. The rest of a longer line is dropped to bound memory; the line is answered as a bad
 * line.
 */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;
/** Maximum size of the buffer that is kept for the next line, in bytes. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * Splits a byte stream into lines. It reads at most one chunk ahead.
 *
 * @param take reads the bytes of a line, without its end. The next line overwrites them.
 */
export async function* splitLines<Line>(
  chunks: AsyncIterable<Uint8Array>,
  take: (line: Uint8Array) => Line,
): AsyncGenerator<Line> {
  const begun = newBegunLine();
  let isFirst = true;
  const takeLine = (last: Uint8Array) => {
    const line = begun.end(last);
    const skipped = isFirst && startsWithMark(line) ? BYTE_ORDER_MARK.length : 0;
    isFirst = false;
    return take(line.subarray(skipped));
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      yield takeLine(chunk.subarray(from, end));
      from = end + 1;
    }
    begun.add(chunk.subarray(from));
  }
  if (!begun.isEmpty()) yield takeLine(new Uint8Array(0));
}

const startsWithMark = (line: Uint8Array): boolean => BYTE_ORDER_MARK.every((byte, i) => line[i] === byte);

/** Collects a line that spans several chunks. Its buffer serves all lines: a new one for each costs as much as reading it. */
function newBegunLine() {
  let buffer = new Uint8Array(0);
  let length = 0;
  const add = (part: Uint8Array) => {
    if (length >= MAX_LINE_BYTES) return;
    if (length + part.length > buffer.length) buffer = grown(buffer, length + part.length);
    buffer.set(part, length);
    length += part.length;
  };
  return {
    add,
    isEmpty: () => length === 0,
    /** Returns the whole line. @param last its last part */
    end(last: Uint8Array): Uint8Array {
      if (length === 0) return last;
      add(last);
      const line = buffer.subarray(0, length);
      length = 0;
      if (buffer.length > MAX_KEPT_BYTES) buffer = new Uint8Array(0);
      return line;
    },
  };
}

function grown(buffer: Uint8Array, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(2 * buffer.length, needed));
  larger.set(buffer);
  return larger;
}
