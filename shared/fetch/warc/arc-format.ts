/**
 * Finds and reads the heads of ARC records, the format of the Internet Archive before WARC
 * (https://archive.org/web/researcher/ArcFileFormat.php). A record is a line, such as `http://example.org/ 192.0.2.7 20050102030405
 * text/html 1024`, and a block of that length, which is the response of the server. Version 2 has more fields before the length.
 */
import type { ByteCursor } from './byte-cursor.ts';
import type { RecordFormat } from './record-format.ts';

/** Maximum length of the line of a record, and that of `a: 1 20050102 1`, with the line break. Bytes. */
const MAX_LINE_BYTES = 1 << 14;
const MIN_LINE_BYTES = 16;

/** The start of a URL. A line with it may be that of a record. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** IP address and date, between the URL, which may contain spaces in old files, and the media type. Linear in the length of the line. */
const ADDRESS_AND_DATE = / ([0-9a-f.:]+|-) (\d{8,17}) /i;
const DIGITS = /^\d+$/;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

type Line = { url: string; address: string; date: string; length: string };

/** Reads the line of a record, without its line break. */
function parseLine(text: string): Line | undefined {
  if (!SCHEME.test(text)) return undefined;
  const found = ADDRESS_AND_DATE.exec(text);
  if (!found) return undefined;
  const [fields, address = '', date = ''] = found;
  const rest = text.slice(found.index + fields.length);
  // The media type may be missing, or contain spaces.
  const length = rest.slice(rest.lastIndexOf(' ') + 1);
  return DIGITS.test(length) ? { url: text.slice(0, found.index), address, date, length } : undefined;
}

/** Reads the line between two offsets, the second one that of its line feed. @returns undefined if it is not that of a record */
const lineBetween = (bytes: Buffer, start: number, end: number): Line | undefined =>
  parseLine(bytes.toString('latin1', start, bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end));

const FILE_START = 'filedesc://';

export const ARC: RecordFormat = {
  name: 'an ARC record',
  isFileStart: (bytes) => bytes.toString('latin1', 0, FILE_START.length) === FILE_START,
  isRecordStart: (bytes) => SCHEME.test(bytes.toString('latin1')),
  recordStartBytes: MAX_LINE_BYTES,
  recordStart(bytes) {
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; ) {
      const end = bytes.indexOf(LINE_FEED, at + 1);
      const length = end - at;
      if (length >= MIN_LINE_BYTES && length <= MAX_LINE_BYTES && isLetter(bytes[at + 1]))
        if (lineBetween(bytes, at + 1, end)) return at + 1;
      at = end;
    }
    return undefined;
  },
  async takeFields(cursor) {
    const end = await findLineFeed(cursor);
    const line = end && lineBetween(end.bytes, 0, end.at);
    if (!line) return undefined;
    cursor.consume(end.at + 1);
    const { url, address, date, length } = line;
    const isHead = url.startsWith(FILE_START);
    return new Map([
      ['warc-type', isHead ? 'warcinfo' : 'response'],
      ['warc-target-uri', Buffer.from(url, 'latin1').toString()],
      ['warc-date', date],
      // Heritrix writes 0.0.0.0 for an unknown address.
      ...(NO_ADDRESS.has(address) ? [] : [['warc-ip-address', address] as const]),
      ['content-length', length],
    ]);
  },
};

/** Looks no farther ahead than it must: the bytes behind a record may be damaged. */
async function findLineFeed(cursor: ByteCursor): Promise<{ bytes: Buffer; at: number } | undefined> {
  for (let wanted = 1 << 8; wanted <= MAX_LINE_BYTES; wanted *= 2) {
    const bytes = await cursor.fill(wanted);
    const at = bytes.subarray(0, MAX_LINE_BYTES).indexOf(LINE_FEED);
    if (at !== -1) return { bytes, at };
    if (bytes.length < wanted) return undefined;
  }
  return undefined;
}

const isLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

const NO_ADDRESS: ReadonlySet<string> = new Set(['-', '0.0.0.0']);
