import { isPacked } from '../../http/content-coding.ts';
import { hasGzipMagic } from '../../http/gzip-header.ts';
import { headerValues } from '../../http/headers.ts';
import type { Capture } from './capture.ts';

/** How much longer a packed page usually is when it is unpacked. Only some formats tell. */
const USUAL_RATIO = 8;
/** Length of the last field of gzip data, which is their unpacked length (RFC 1952, 2.3.1). Bytes. */
const GZIP_LENGTH_BYTES = 4;

/**
 * Returns about how many bytes the stages that read a capture unpack: the exact number for gzip data, also without a content coding, and an
 * estimate for other codings.
 */
export function readLength({ body, rendered, headers }: Pick<Capture, 'body' | 'rendered' | 'headers'>): number {
  return unpackedLength(body, headers) + (rendered?.length ?? 0);
}

function unpackedLength(body: Uint8Array, headers: Capture['headers']): number {
  if (body.length > GZIP_LENGTH_BYTES && hasGzipMagic(body)) {
    const end = new DataView(body.buffer, body.byteOffset + body.length - GZIP_LENGTH_BYTES);
    // Of several members it is the length of the last.
    return Math.max(body.length, end.getUint32(0, true));
  }
  return isPacked(headerValues(headers, 'content-encoding').join()) ? body.length * USUAL_RATIO : body.length;
}
