import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { headerValues } from '../../http/headers.ts';

type Decoder = (body: Uint8Array, maxOutputLength: number) => Uint8Array;

const DECODERS: Record<string, Decoder> = {
  '': (body) => body,
  identity: (body) => body,
  gzip: (body, maxOutputLength) => gunzipSync(body, { maxOutputLength }),
  'x-gzip': (body, maxOutputLength) => gunzipSync(body, { maxOutputLength }),
  deflate: (body, maxOutputLength) => inflateSync(body, { maxOutputLength }),
  br: (body, maxOutputLength) => brotliDecompressSync(body, { maxOutputLength }),
  zstd: (body, maxOutputLength) => zstdDecompressSync(body, { maxOutputLength }),
};

/**
 * Decodes Content-Encoding, which some servers apply even if `identity` was requested.
 *
 * @param maxBytes maximum decoded size, in bytes.
 * @returns `undefined` if the body is broken, too large, or binary with an unknown coding.
 */
export function decodeBody(
  body: Uint8Array,
  headers: readonly (readonly [string, string])[],
  maxBytes: number,
): Uint8Array | undefined {
  const codings = headerValues(headers, 'content-encoding');
  let bytes = body;
  for (const coding of codings.join(',').toLowerCase().split(',').reverse()) {
    const decoded = decodeOnce(coding.trim(), bytes, maxBytes);
    if (!decoded) return undefined;
    bytes = decoded;
  }
  return bytes;
}

/** Returns plain text unchanged, because servers name codings that they do not apply, and charsets as codings. */
function decodeOnce(coding: string, bytes: Uint8Array, maxBytes: number): Uint8Array | undefined {
  const decoder = DECODERS[coding];
  const decoded = decoder ? attempt(() => decoder(bytes, maxBytes)) : undefined;
  if (decoded instanceof Uint8Array) return decoded;
  if (isText(bytes)) return bytes;
  const isComplete = isGzip(bytes) && decoded instanceof Error && INVALID_TRAILER.test(decoded.message);
  return isComplete ? gunzip(bytes, maxBytes).bytes : undefined;
}

/** Error messages of zlib for complete data with a wrong checksum, or with trailing data. */
const INVALID_TRAILER = /^incorrect (?:data|length|header) check$/;

/** Tells whether the bytes have no control characters except line breaks. Every packed file has some near its start. */
function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

export type Unpacked = { bytes: Uint8Array; reason?: 'too-large' | 'truncated' | 'encoding' };

/** Maximum number of nested gzip layers. Two occur by mistake; a third is an attack. */
const MAX_LAYERS = 2;

/**
 * Unpacks gzip, detected by its first bytes because names and types of packed files are often wrong.
 *
 * @param maxBytes maximum unpacked size of each layer, in bytes.
 * @returns the bytes that could be read, with a reason if that is not all.
 */
export function unpackGzip(body: Uint8Array, maxBytes: number): Unpacked {
  let unpacked: Unpacked = { bytes: body };
  for (let layer = 0; layer < MAX_LAYERS && isGzip(unpacked.bytes); layer++) {
    const { bytes, reason = unpacked.reason } = gunzip(unpacked.bytes, maxBytes);
    unpacked = reason ? { bytes, reason } : { bytes };
  }
  if (unpacked.bytes.length <= maxBytes) return unpacked;
  return { bytes: unpacked.bytes.subarray(0, maxBytes), reason: 'too-large' };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function gunzip(body: Uint8Array, maxOutputLength: number): Unpacked {
  const whole = attempt(() => gunzipSync(body, { maxOutputLength }));
  if (whole instanceof Uint8Array) return { bytes: whole };
  const reason = whole instanceof RangeError ? 'too-large' : 'truncated';
  const part = longestPrefix(body.length, maxOutputLength, (end) =>
    gunzipSync(body.subarray(0, end), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }),
  );
  return part.length > 0 ? { bytes: part, reason } : UNREADABLE;
}

/** Maximum number of attempts: enough to find one broken byte in 16 MB. */
const MAX_ATTEMPTS = 24;
/** Size of checksum and length, plus some trailing data, in bytes: the part that is damaged most often. */
const TRAILER_BYTES = 16;

/**
 * Finds the longest prefix of a truncated, damaged or too large file that unpacks, by bisection. For a file that is too large, a
 * result close to the limit suffices.
 */
function longestPrefix(length: number, maxBytes: number, unpack: (end: number) => Uint8Array): Uint8Array {
  let best: Uint8Array = new Uint8Array();
  let good = 0;
  let bad = length + 1;
  for (let attempts = 0; attempts < MAX_ATTEMPTS && bad - good > 1 && best.length < 0.9 * maxBytes; attempts++) {
    const guess = [length, length - TRAILER_BYTES][attempts] ?? 0;
    const end = guess > good && guess < bad ? guess : Math.floor((good + bad) / 2);
    const part = attempt(() => unpack(end));
    if (part instanceof Uint8Array) {
      best = part;
      good = end;
    } else bad = end;
  }
  return best;
}

const UNREADABLE: Unpacked = { bytes: new Uint8Array(), reason: 'encoding' };

function attempt(decode: () => Uint8Array): Uint8Array | unknown {
  try {
    return decode();
  } catch (error) {
    return error;
  }
}
