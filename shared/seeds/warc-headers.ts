/**
 * Reads the URLs in a web archive (https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/), for pages to
 * fetch again. Record headers and the statuses of HTTP responses are parsed; other record contents are skipped.
 */
import type { FoundSeed, SeedReader, SeedSink } from './found-seed.ts';
import { isPageStatus } from './page-status.ts';

/** Maximum size of record headers, in bytes. */
const MAX_HEADER_BYTES = 65_536;
const HEADER_END = Buffer.from('\r\n\r\n');

/** Number of bytes at the start of a block that contain the status of an HTTP response (`HTTP/1.1 200`). */
const STATUS_BYTES = 16;

/** Types of records that represent a page. */
const PAGE_TYPES = new Set(['response', 'revisit', 'resource']);

/** Reads an unpacked WARC file. @param sink receives the number of the record as position. */
export function warcReader(sink: SeedSink): SeedReader {
  let records = 0;
  let headers: Buffer = Buffer.alloc(0);
  /** Bytes of the current record's block, and of the empty lines after it, that have not arrived yet. */
  let left = 0;
  let isBroken = false;
  /** A response whose status is not known yet, with the start of its block. */
  let response: { seed: FoundSeed; start: string } | undefined;

  const readStatus = (block: Buffer): void => {
    if (!response) return;
    response.start += block.toString('latin1', 0, STATUS_BYTES - response.start.length);
    if (response.start.length >= STATUS_BYTES || left <= HEADER_END.length) endResponse();
  };

  const endResponse = (): void => {
    if (response && isPageStatus(/^HTTP\/[\d.]+ +(\d{3})/.exec(response.start)?.[1])) sink.seed(response.seed);
    response = undefined;
  };

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
    const seed = { url, ...(digest && { digest }), at };
    if (fields.get('warc-type') === 'response' && length > 0) response = { seed, start: '' };
    else sink.seed(seed);
  };

  return {
    write(bytes) {
      let rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      while (rest.length > 0 && !isBroken) {
        const skipped = Math.min(left, rest.length);
        left -= skipped;
        readStatus(rest.subarray(0, skipped));
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
      endResponse();
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
