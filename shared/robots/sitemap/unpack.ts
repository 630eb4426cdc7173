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
 * Undoes Content-Encoding. `identity` is what was asked for; servers that code all the same are understood.
 *
 * @param maxBytes of what comes out; more than that is none of what was asked for.
 * @returns undefined: an unknown coding of what is no text, broken, or too large.
 */
export function decodeBody(
  body: Uint8Array,
  headers: readonly (readonly [string, string])[],
  maxBytes: number,
): Uint8Array | undefined {
  const codings = headerValues(headers, 'content-encoding');
  let bytes = body;
  for (const coding of codings.join(',').toLowerCase().split(',').reverse()) {
    const decoded = undo(coding.trim(), bytes, maxBytes);
    if (!decoded) return undefined;
    bytes = decoded;
  }
  return bytes;
}

/** Text is taken as it is: codings are named that were never used, and charsets are named as codings. */
function undo(coding: string, bytes: Uint8Array, maxBytes: number): Uint8Array | undefined {
  const decoder = DECODERS[coding];
  const decoded = decoder ? attempt(() => decoder(bytes, maxBytes)) : undefined;
  if (decoded instanceof Uint8Array) return decoded;
  if (isText(bytes)) return bytes;
  const isWhole = isGzip(bytes) && decoded instanceof Error && WRONG_END.test(decoded.message);
  return isWhole ? gunzip(bytes, maxBytes).bytes : undefined;
}

/** What zlib says when all came out of a file, and its checksum is wrong or what stands behind it is no other file. */
const WRONG_END = /^incorrect (?:data|length|header) check$/;

/** Has no control signs but those of lines: every packed file has some, in its magic number or soon behind it. */
function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
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
  const part = longestPart(body.length, maxOutputLength, (end) =>
    gunzipSync(body.subarray(0, end), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }),
  );
  return part.length > 0 ? { bytes: part, reason } : NOTHING;
}

/** Finds the byte that is broken in 16 MB. */
const MOST_TRIES = 24;
/** A checksum and its length, and a little junk behind them: what is broken most often. Bytes. */
const END = 16;

/**
 * What is cut off, broken further on or too large still has a beginning: looked for between the longest that unpacks and the
 * shortest that does not. Of what is too large, nearly as much as is allowed will do.
 */
function longestPart(length: number, maxBytes: number, unpack: (end: number) => Uint8Array): Uint8Array {
  let best: Uint8Array = new Uint8Array();
  let good = 0;
  let bad = length + 1;
  for (let tries = 0; tries < MOST_TRIES && bad - good > 1 && best.length < 0.9 * maxBytes; tries++) {
    const guess = [length, length - END][tries] ?? 0;
    const end = guess > good && guess < bad ? guess : Math.floor((good + bad) / 2);
    const part = attempt(() => unpack(end));
    if (part instanceof Uint8Array) {
      best = part;
      good = end;
    } else bad = end;
  }
  return best;
}

const NOTHING: Unpacked = { bytes: new Uint8Array(), reason: 'encoding' };

function attempt(decode: () => Uint8Array): Uint8Array | unknown {
  try {
    return decode();
  } catch (error) {
    return error;
  }
}
