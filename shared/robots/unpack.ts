import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

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
 * Undoes Content-Encoding. `identity` is what was asked for; servers that code all the same are understood.
 *
 * @param maxBytes of what comes out; more than that is none of what was asked for.
 * @returns undefined: an unknown coding, broken, or too large.
 */
export function decodeBody(
  body: Uint8Array,
  headers: readonly (readonly [string, string])[],
  maxBytes: number,
): Uint8Array | undefined {
  const codings = headers.filter(([name]) => name.toLowerCase() === 'content-encoding').map(([, value]) => value);
  let bytes = body;
  for (const coding of codings.join(',').toLowerCase().split(',').reverse()) {
    const decoder = DECODERS[coding.trim()];
    if (!decoder) return undefined;
    try {
      bytes = decoder(bytes, maxBytes);
    } catch {
      return undefined;
    }
  }
  return bytes;
}

export type Unpacked = { bytes: Uint8Array; reason?: 'too-large' | 'truncated' | 'encoding' };

/** A packed file within a packed file is a server's mistake; a third is an attack. */
const LAYERS = 2;

/**
 * Unpacks gzip, known by its first bytes: names and types of packed files are wrong as often as right.
 *
 * @param maxBytes of what comes out, at each step.
 * @returns what could be read, with the reason when that is not all.
 */
export function unpackGzip(body: Uint8Array, maxBytes: number): Unpacked {
  let unpacked: Unpacked = { bytes: body };
  for (let layer = 0; layer < LAYERS && isGzip(unpacked.bytes); layer++) {
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
  // What is cut off, broken further on or too large still has a beginning: half as much of it each time.
  for (let end = body.length; end > 32; end = Math.floor(end / 2)) {
    const part = attempt(() =>
      gunzipSync(body.subarray(0, end), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }),
    );
    if (part instanceof Uint8Array) return part.length > 0 ? { bytes: part, reason } : NOTHING;
  }
  return NOTHING;
}

const NOTHING: Unpacked = { bytes: new Uint8Array(), reason: 'encoding' };

function attempt(decode: () => Uint8Array): Uint8Array | unknown {
  try {
    return decode();
  } catch (error) {
    return error;
  }
}
