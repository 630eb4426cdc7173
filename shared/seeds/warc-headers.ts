/**
 * The addresses in a web archive (https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/), for
 * pages that are to be fetched again: only the headers of its records are looked at, what they hold is passed over.
 */
import type { SeedReader, SeedSink } from './found-seed.ts';

/** Headers of a record that are longer are none. Bytes. */
const LONGEST_HEADERS = 65_536;
const END = Buffer.from('\r\n\r\n');

/** Records that stand for a page somebody could read. */
const PAGES = new Set(['response', 'revisit', 'resource']);

/** @param sink is told the number of the record as the place. The bytes are those of an unpacked WARC file. */
export function warcReader(sink: SeedSink): SeedReader {
  let records = 0;
  let headers: Buffer = Buffer.alloc(0);
  /** Bytes of the record's block, and of the empty lines behind it, that are still to come. */
  let left = 0;
  let broken = false;

  const begin = (text: string): void => {
    const at = ++records;
    const fields = fieldsOf(text);
    const length = Number(fields.get('content-length') ?? Number.NaN);
    if (!text.startsWith('WARC/') || !Number.isSafeInteger(length) || length < 0) {
      broken = true;
      sink.fault(at, 'no WARC record; nothing is read from here on');
      return;
    }
    left = length + END.length;
    const url = fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1');
    if (url === undefined || !PAGES.has(fields.get('warc-type') ?? '') || !/^https?:/i.test(url)) return;
    const digest = fields.get('warc-payload-digest');
    sink.seed({ url, ...(digest && { digest }), at });
  };

  return {
    write(bytes) {
      let rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      while (rest.length > 0 && !broken) {
        const passed = Math.min(left, rest.length);
        left -= passed;
        rest = rest.subarray(passed);
        if (rest.length === 0) return;
        headers = headers.length === 0 ? rest : Buffer.concat([headers, rest]);
        const end = headers.indexOf(END);
        if (end < 0 && headers.length <= LONGEST_HEADERS) {
          headers = Buffer.from(headers);
          return;
        }
        const text = headers.toString('utf8', 0, end < 0 ? LONGEST_HEADERS : end);
        rest = end < 0 ? Buffer.alloc(0) : headers.subarray(end + END.length);
        headers = Buffer.alloc(0);
        begin(end < 0 ? '' : text);
      }
    },
    end() {
      if (!broken && (headers.length > 0 || left > END.length)) sink.fault(records, 'the archive ends within a record');
    },
  };
}

/** Names in lower case. A line that begins with a blank goes on with the one before. */
function fieldsOf(text: string): Map<string, string> {
  const lines = text.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.slice(1).flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
    }),
  );
}
