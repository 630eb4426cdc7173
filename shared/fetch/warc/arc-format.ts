/**
 * Finds and reads the heads of ARC records, the format of the Internet Archive before WARC
 * (https://archive.org/web/researcher/ArcFileFormat.php). A record is a line, such as `http://example.org/ 192.0.2.7 20050102030405
 * text/html 1024`, and a block of that length, which is the response of the server. Version 2 has more fields before the length.
 */
import type { RecordFormat } from './record-format.ts';

/** Maximum length of the line of a record. Bytes. */
const MAX_LINE_BYTES = 1 << 14;

/** URL, which may contain spaces in old files; IP address; date; media type, and the other fields of version 2; length. */
const LINE = String.raw`([a-z][a-z0-9+.-]*:[^\n]*?) ([0-9a-f.:]+|-) (\d{8,17}) (?:[^\n]*? )?(\d+)\r?\n`;
const FIRST_LINE = new RegExp(`^${LINE}`, 'i');
const NEXT_LINE = new RegExp(`\n${LINE}`, 'i');
const FILE_START = 'filedesc://';

export const ARC: RecordFormat = {
  name: 'an ARC record',
  isFileStart: (bytes) => bytes.toString('latin1', 0, FILE_START.length) === FILE_START,
  isRecordStart: (bytes) => /^[a-z][a-z0-9+.-]*:/i.test(bytes.toString('latin1')),
  recordStartBytes: MAX_LINE_BYTES,
  recordStart(bytes) {
    const at = bytes.toString('latin1').search(NEXT_LINE);
    return at === -1 ? undefined : at + 1;
  },
  async takeFields(cursor) {
    const bytes = await cursor.fill(MAX_LINE_BYTES);
    const line = FIRST_LINE.exec(bytes.toString('latin1', 0, MAX_LINE_BYTES));
    if (!line) return undefined;
    cursor.consume(line[0].length);
    const [, url = '', address = '', date = '', length = ''] = line;
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

const NO_ADDRESS: ReadonlySet<string> = new Set(['-', '0.0.0.0']);
