/**
 * Reads the URLs in a web archive (https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/), for pages to
 * fetch again. Only record headers are parsed; record contents are skipped.
 */
import type { SeedReader, SeedSink } from './found-seed.ts';

/** Maximum size of record headers, in bytes. */
const MAX_HEADER_BYTES = 65_536;
const HEADER_END = Buffer.from('\r\n\r\n');

/** Types of records that represent a page. */
const PAGE_TYPES = new Set(['response', 'revisit', 'resource']);

/** Reads an unpacked WARC file. @param sink receives the number of the record as position. */
export function warcReader(sink: SeedSink): SeedReader {
  let records = 0;
  let headers: Buffer = Buffer.alloc(0);
  /** Bytes of the current record's block, and of the empty lines after it, that have not arrived yet. */
  let left = 0;
  let isBroken = false;

  const readHeaders = (text: string): void => {
    const at = ++records;
    const fields = fieldsOf(text);
    const length = Number(fields.get('content-length') ?? Number.NaN);
    if (!text.startsWith('WARC/') || !Number.isSafeInteger(length) || length < 0) {
      isBroken = true;
      sink.fault(at, 'not a WARC record; the rest of the file is skipped');
      return;
    }
    left = length + HEADER_END.length;
    const url = fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1');
    if (url === undefined || !PAGE_TYPES.has(fields.get('warc-type') ?? '') || !/^https?:/i.test(url)) return;
    const digest = fields.get('warc-payload-digest');
    sink.seed({ url, ...(digest && { digest }), at });
  };

  return {
    write(bytes) {
      let rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      while (rest.length > 0 && !isBroken) {
        const skipped = Math.min(left, rest.length);
        left -= skipped;
        rest = rest.subarray(skipped);
        if (rest.length === 0) return;
        headers = headers.length === 0 ? rest : Buffer.concat([headers, rest]);
        const end = headers.indexOf(HEADER_END);
        if (end < 0 && headers.length <= MAX_HEADER_BYTES) {
          headers = Buffer.from(headers);
          return;
        }
        const text = headers.toString('utf8', 0, end < 0 ? MAX_HEADER_BYTES : end);
        rest = end < 0 ? Buffer.alloc(0) : headers.subarray(end + HEADER_END.length);
        headers = Buffer.alloc(0);
        readHeaders(end < 0 ? '' : text);
      }
    },
    end() {
      if (!isBroken && (headers.length > 0 || left > HEADER_END.length))
        sink.fault(records, 'the archive ends inside a record');
    },
  };
}

/** Parses header fields, with names in lower case. A line that starts with white space continues the previous one. */
function fieldsOf(text: string): Map<string, string> {
  const lines = text.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.slice(1).flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
    }),
  );
}
