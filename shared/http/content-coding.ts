/** Undoes what the Content-Encoding field says was done to a body (RFC 9110, 8.4), within a limit. */
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  type InputType,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { gzipDataOffset } from './gzip-header.ts';

export type DecodedContent = { bytes: Uint8Array } | { reason: 'too-large' | 'encoding' };

/** What is small packed may be small unpacked in any case. Bytes. */
const HARMLESS_BYTES = 1 << 20;

/**
 * @param coding value of Content-Encoding; several are undone from the last to the first.
 * @param maxBytes of what comes out, at each step. @param maxRatio what comes out is at most so many times as long as the body
 * was, unless it is harmless: no page packs better.
 * A body that ends early gives what it holds; one that is not coded at all, whatever its header says, is taken as it is. So is
 * one whose coding nobody knows (`utf-8`, `none`), unless it begins like a packed file.
 */
export function decodeContent(body: Uint8Array, coding: string, maxBytes: number, maxRatio = 100): DecodedContent {
  let bytes = body;
  const most = Math.min(maxBytes, Math.max(HARMLESS_BYTES, maxRatio * body.length));
  if (coding !== '') {
    const codings = coding
      .toLowerCase()
      .split(',')
      .map((word) => word.trim());
    // Nobody codes a body more often than this; a server that says so wants to cost us time.
    if (codings.length > 4) return { reason: 'encoding' };
    for (const word of codings.reverse()) {
      const decoder = DECODERS.get(word);
      if (!decoder) continue;
      const decoded = decodeOnce(bytes, decoder, most);
      if ('reason' in decoded) return decoded;
      bytes = decoded.bytes;
    }
    if (!codings.every((word) => DECODERS.has(word)) && isPacked(bytes)) return { reason: 'encoding' };
  }
  return bytes.length > maxBytes ? { reason: 'too-large' } : { bytes };
}

type Decoder = { looksLikeIt: (bytes: Uint8Array) => boolean; decode: (bytes: InputType, limit: number) => Uint8Array };

/** Decoding ends where the bytes end: a cut body is an answer too. */
const ZLIB = (maxOutputLength: number) => ({ maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 65_536 });

const IDENTITY: Decoder = { looksLikeIt: () => false, decode: (bytes) => bytes as Uint8Array };
const GZIP: Decoder = {
  looksLikeIt: (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b,
  decode: (bytes, limit) => gunzip(bytes as Uint8Array, limit),
};
/** `deflate` is zlib's format by the standard, and bare deflate by some servers. */
const DEFLATE: Decoder = {
  looksLikeIt: () => true,
  decode: (bytes, limit) => (isZlib(bytes as Uint8Array) ? inflateSync : inflateRawSync)(bytes, ZLIB(limit)),
};
const BROTLI: Decoder = {
  looksLikeIt: () => true,
  decode: (bytes, maxOutputLength) =>
    brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};
const ZSTD: Decoder = {
  looksLikeIt: (bytes) => bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd,
  decode: (bytes, maxOutputLength) =>
    zstdDecompressSync(bytes, { maxOutputLength, finishFlush: constants.ZSTD_e_flush }),
};

const DECODERS = new Map<string, Decoder>([
  ['', IDENTITY],
  ['identity', IDENTITY],
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', DEFLATE],
  ['br', BROTLI],
  ['zstd', ZSTD],
]);

function decodeOnce(bytes: Uint8Array, { looksLikeIt, decode }: Decoder, maxBytes: number): DecodedContent {
  if (bytes.length === 0 || !looksLikeIt(bytes)) return { bytes };
  try {
    return { bytes: decode(bytes, maxBytes) };
  } catch (error) {
    if (error instanceof RangeError) return { reason: 'too-large' };
    return looksLikeText(bytes) ? { bytes } : { reason: 'encoding' };
  }
}

/** What stands behind a member, and a checksum that differs, does not harm what came out of it. */
function gunzip(bytes: Uint8Array, limit: number): Uint8Array {
  try {
    return gunzipSync(bytes, ZLIB(limit));
  } catch (error) {
    const start = gzipDataOffset(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
    if (error instanceof RangeError || start === undefined) throw error;
    return inflateRawSync(bytes.subarray(start), ZLIB(limit));
  }
}

/** First bytes of gzip, pack, compress, LZH; zstd; xz; bzip2; LZ4. */
const PACKED = ['1f8b', '1f1e', '1f9d', '1fa0', '28b52ffd', 'fd377a585a00', '425a68', '04224d18'];

function isPacked(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 6)).toString('hex');
  return PACKED.some((magic) => start.startsWith(magic));
}

/** RFC 1950, 2.2: method 8, and a header that is a multiple of 31. */
function isZlib(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function looksLikeText(bytes: Uint8Array): boolean {
  for (const byte of bytes.subarray(0, 256)) if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) return false;
  return true;
}
