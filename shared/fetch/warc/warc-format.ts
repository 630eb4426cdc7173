/** Finds and reads the heads of WARC records (WARC 1.1, 4). */
import type { ByteCursor } from './byte-cursor.ts';
import { headerLines } from './http-block.ts';
import type { RecordFormat } from './record-format.ts';

const isWarc = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === 'WARC/';

/** The line break before a record, and its first line up to the digit of the version. */
const RECORD_START = Buffer.from('\nWARC/');
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

export const WARC: RecordFormat = {
  name: 'a WARC record',
  isFileStart: isWarc,
  isRecordStart: isWarc,
  recordStartBytes: RECORD_START.length + 1,
  recordStart(bytes) {
    for (let at = bytes.indexOf(RECORD_START); at !== -1; at = bytes.indexOf(RECORD_START, at + 1))
      if (isDigit(bytes[at + RECORD_START.length])) return at + 1;
    return undefined;
  },
  takeFields,
};

/** Maximum length of the fields of a record. Bytes. */
const MAX_HEAD_BYTES = 1 << 20;

async function takeFields(cursor: ByteCursor): Promise<ReadonlyMap<string, string> | undefined> {
  for (let wanted = 1 << 11; wanted <= 2 * MAX_HEAD_BYTES; wanted *= 2) {
    const bytes = await cursor.fill(wanted);
    if (!isWarc(bytes)) return undefined;
    const end = endOfHead(bytes);
    if (end) {
      const lines = headerLines(bytes.toString('utf8', 0, end.length));
      cursor.consume(end.after);
      return new Map(lines.map(([name, value]) => [name.toLowerCase(), value]));
    }
    if (bytes.length < wanted) return undefined;
  }
  return undefined;
}

/**
 * Finds the empty line after header fields. Some programs end lines with LF alone.
 *
 * @returns the length of the fields, and the offset after the empty line; undefined if there is none
 */
export function endOfHead(bytes: Buffer): { length: number; after: number } | undefined {
  const usual = bytes.indexOf('\r\n\r\n', 0, 'latin1');
  // The bytes behind the usual end may be many.
  const bare = (usual === -1 ? bytes : bytes.subarray(0, usual)).indexOf('\n\n', 0, 'latin1');
  if (bare !== -1) return { length: bare, after: bare + 2 };
  return usual === -1 ? undefined : { length: usual, after: usual + 4 };
}
