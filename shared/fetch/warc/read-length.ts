import { headerValues } from '../../http/headers.ts';
import type { Capture } from './capture.ts';

/** How much longer a packed page usually is when it is unpacked. Only some formats tell. */
const USUAL_RATIO = 8;
/** Beginning of gzip data (RFC 1952). Its last four bytes are the unpacked length. */
const GZIP = [0x1f, 0x8b] as const;
const GZIP_LENGTH_BYTES = 4;

/** Returns about how many bytes the stages that read a capture unpack: exact for gzip data, also without a content coding, and an estimate for other codings. */
export function readLength({ body, rendered, headers }: Pick<Capture, 'body' | 'rendered' | 'headers'>): number {
  return unpackedLength(body, headers) + (rendered?.length ?? 0);
}

function unpackedLength(body: Uint8Array, headers: Capture['headers']): number {
  if (body.length > GZIP_LENGTH_BYTES && GZIP.every((byte, i) => body[i] === byte)) {
    const end = new DataView(body.buffer, body.byteOffset + body.length - GZIP_LENGTH_BYTES);
    // Of several members it is the length of the last.
    return Math.max(body.length, end.getUint32(0, true));
  }
  const codings = headerValues(headers, 'content-encoding').join().toLowerCase();
  return /br|zstd|deflate|gzip/.test(codings) ? body.length * USUAL_RATIO : body.length;
}
