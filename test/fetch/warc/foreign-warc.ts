/** WARC records as other programs write them. */
import { gzipSync, zstdCompressSync } from 'node:zlib';

/** Returns a plain record. @param fields in the order to write them, without `Content-Length` */
export function warcRecord(fields: Record<string, string>, block: string | Buffer = '', version = '1.0'): Buffer {
  const bytes = Buffer.from(block);
  const lines = Object.entries({ ...fields, 'Content-Length': String(bytes.length) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`WARC/${version}\r\n${head}\r\n`), bytes, Buffer.from('\r\n\r\n')]);
}

/** Returns a response record in the order of fields of Heritrix. @param body with its transfer coding and content coding */
export function responseRecord(
  url: string,
  body: string | Buffer,
  {
    date = '2020-05-01T10:00:00Z',
    status = '200 OK',
    headers = ['Content-Type: text/html; charset=utf-8'],
    more = {},
  }: { date?: string; status?: string; headers?: string[]; more?: Record<string, string> } = {},
): Buffer {
  const head = `HTTP/1.1 ${status}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
  return warcRecord(
    {
      'WARC-Type': 'response',
      'WARC-Target-URI': url,
      'WARC-Date': date,
      'WARC-IP-Address': '192.0.2.7',
      'WARC-Record-ID': `<urn:uuid:${url}>`,
      'Content-Type': 'application/http; msgtype=response',
      ...more,
    },
    Buffer.concat([Buffer.from(head), Buffer.from(body)]),
  );
}

/** Returns a body with the chunked transfer coding. */
export function chunked(body: Buffer, size = 100): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

/** Returns records as most programs write them: a gzip member each. */
export const compressed = (...records: Buffer[]): Buffer => Buffer.concat(records.map((record) => gzipSync(record)));

/** Returns a record of an ARC file. @param block with the head of the response */
export function arcRecord(url: string, block: string | Buffer, date = '20050102030405', address = '192.0.2.7'): Buffer {
  const bytes = Buffer.from(block);
  return Buffer.concat([
    Buffer.from(`${url} ${address} ${date} text/html ${bytes.length}\n`),
    bytes,
    Buffer.from('\n'),
  ]);
}

/** The first record of an ARC file. */
export const ARC_HEAD: Buffer = arcRecord(
  'filedesc://old.arc',
  '1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n',
  '20050102030405',
  '0.0.0.0',
);

/** Returns records as a Zstandard file with a frame each. @param dictionary written at the start, as the standard for WARC says */
export function zstandard(records: readonly Buffer[], dictionary?: Buffer, stored = dictionary): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x184d2a5d);
  head.writeUInt32LE(stored?.length ?? 0, 4);
  const frames = records.map((record) => zstdCompressSync(record, dictionary && { dictionary }));
  return Buffer.concat([...(stored ? [head, stored] : []), ...frames]);
}
