/** Decodes the content coding of a body (Content-Encoding; RFC 9110, 8.4), within a limit. */
import {
  brotliDecompressSync,
  constants,
  crc32,
  gunzipSync,
  type InputType,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { gzipDataOffset, hasGzipMagic } from './gzip-header.ts';
import { inflateRaw } from './raw-deflate.ts';

/** The bytes without their content coding, or why they cannot be decoded. */
export type DecodedContent = { bytes: Uint8Array } | { reason: 'too-large' | 'encoding' };

/** Decoded length that is always permitted, whatever the compression ratio. Bytes. */
const RATIO_FREE_BYTES = 1 << 20;

/**
 * Decodes a body. A body that ends early is decoded as far as it goes. A body is returned unchanged if it is not encoded
 * although the header says so, or if its coding is unknown (`utf-8`, `none`) and it does not start like a compressed file.
 *
 * @param coding value of Content-Encoding; several codings are decoded from the last to the first
 * @param maxBytes maximum decoded length after each step
 * @param maxRatio maximum ratio of decoded to encoded length beyond 1 MiB; pages compress less than the default
 */
export function decodeContent(body: Uint8Array, coding: string, maxBytes: number, maxRatio = 100): DecodedContent {
  let bytes = body;
  const limit = Math.min(maxBytes, Math.max(RATIO_FREE_BYTES, maxRatio * body.length));
  if (coding !== '') {
    const codings = codingsOf(coding);
    // A server that names more codings than this wants to waste our time.
    if (codings.length > MAX_CODINGS) return { reason: 'encoding' };
    for (const word of codings.reverse()) {
      const decoder = DECODERS.get(word);
      if (!decoder) continue;
      const decoded = decodeOnce(bytes, decoder, limit);
      if ('reason' in decoded) return decoded;
      bytes = decoded.bytes;
    }
    if (!codings.every((word) => DECODERS.has(word)) && isCompressed(bytes)) return { reason: 'encoding' };
  }
  return bytes.length > maxBytes ? { reason: 'too-large' } : { bytes };
}

/** Returns whether a body has a coding that makes it shorter. @param coding value of Content-Encoding */
export const isPacked = (coding: string): boolean =>
  codingsOf(coding).some((word) => (DECODERS.get(word) ?? IDENTITY) !== IDENTITY);

const codingsOf = (coding: string): string[] =>
  coding
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());

/** Maximum number of codings of one body. */
const MAX_CODINGS = 4;

type Decoder = { hasMagic: (bytes: Uint8Array) => boolean; decode: (bytes: InputType, limit: number) => Uint8Array };

/** Options that return what a truncated body contains. */
const zlibOptions = (maxOutputLength: number) => ({
  maxOutputLength,
  finishFlush: constants.Z_SYNC_FLUSH,
  chunkSize: 65_536,
});

const IDENTITY: Decoder = { hasMagic: () => false, decode: (bytes) => bytes as Uint8Array };
const GZIP: Decoder = {
  hasMagic: hasGzipMagic,
  decode: (bytes, limit) => gunzip(bytes as Uint8Array, limit),
};
/** `deflate` means the zlib format (RFC 9110), but some servers send raw deflate. */
const DEFLATE: Decoder = {
  hasMagic: () => true,
  decode: (bytes, limit) => (isZlib(bytes as Uint8Array) ? inflateSync : inflateRawSync)(bytes, zlibOptions(limit)),
};
const BROTLI: Decoder = {
  hasMagic: () => true,
  decode: (bytes, maxOutputLength) =>
    brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};
const ZSTD: Decoder = {
  hasMagic: (bytes) => bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd,
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

function decodeOnce(bytes: Uint8Array, { hasMagic, decode }: Decoder, maxBytes: number): DecodedContent {
  if (bytes.length === 0 || !hasMagic(bytes)) return { bytes };
  try {
    return { bytes: decode(bytes, maxBytes) };
  } catch (error) {
    if (error instanceof RangeError) return { reason: 'too-large' };
    return looksLikeText(bytes) ? { bytes } : { reason: 'encoding' };
  }
}

/** Decodes gzip. Ignores bytes after the member and a wrong checksum. */
function gunzip(bytes: Uint8Array, limit: number): Uint8Array {
  const whole = gunzipWhole(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limit);
  if (whole) return whole;
  try {
    return gunzipSync(bytes, zlibOptions(limit));
  } catch (error) {
    const start = gzipDataOffset(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
    if (error instanceof RangeError || start === undefined) throw error;
    return inflateRawSync(bytes.subarray(start), zlibOptions(limit));
  }
}

/** Length of the checksum and of the length at the end of a member. Bytes. */
const GZIP_TRAILER_BYTES = 8;

/** Decodes one whole member, the usual case, without garbage (`raw-deflate.ts`). @returns undefined for other bytes */
function gunzipWhole(bytes: Buffer, limit: number): Uint8Array | undefined {
  const start = gzipDataOffset(bytes, 0);
  const trailer = bytes.length - GZIP_TRAILER_BYTES;
  if (start === undefined || trailer < start) return undefined;
  const length = bytes.readUInt32LE(trailer + 4);
  if (length > limit) return undefined;
  const output = Buffer.allocUnsafe(length + 1);
  const found = inflateRaw(bytes.subarray(start), output);
  if (found?.length !== length || start + found.used !== trailer) return undefined;
  const content = output.subarray(0, length);
  return crc32(content) === bytes.readUInt32LE(trailer) ? content : undefined;
}

/** Magic numbers (hex) of gzip, pack, compress, LZH; zstd; xz; bzip2; LZ4. */
const COMPRESSED_MAGIC = ['1f8b', '1f1e', '1f9d', '1fa0', '28b52ffd', 'fd377a585a00', '425a68', '04224d18'];

function isCompressed(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 6)).toString('hex');
  return COMPRESSED_MAGIC.some((magic) => start.startsWith(magic));
}

/** Returns whether the bytes start with a zlib header (RFC 1950, 2.2): method 8, and a multiple of 31. */
function isZlib(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function looksLikeText(bytes: Uint8Array): boolean {
  for (const byte of bytes.subarray(0, 256)) if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) return false;
  return true;
}
