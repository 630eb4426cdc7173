/**
 * Reads the frames of Zstandard files (RFC 8878), as WARC files have them: a frame per record, and a dictionary in a skippable frame at
 * the start (https://iipc.github.io/warc-specifications/specifications/warc-zstd/).
 */
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { ByteCursor } from './byte-cursor.ts';
import { DamageError, writeTo } from './inflate-member.ts';

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Magic number of the skippable frame with the dictionary. */
const DICTIONARY_MAGIC = 0x184d2a5d;
/** Magic number and length of a skippable frame. Bytes. */
const SKIPPABLE_HEAD_BYTES = 8;
/** Maximum length of a dictionary, packed and unpacked. Those of real files have up to some megabytes. */
const MAX_DICTIONARY_BYTES = 64 << 20;
/** Maximum length of the header of a frame. Bytes. */
const MAX_HEADER_BYTES = 18;
/** Length of the header of a block, and maximum length of its content (RFC 8878, 3.1.1.2). Bytes. */
const BLOCK_HEADER_BYTES = 3;
const MAX_BLOCK_BYTES = 1 << 17;
const CHECKSUM_BYTES = 4;

const magicOf = (bytes: Buffer): number => (bytes.length < 4 ? 0 : bytes.readUInt32LE(0));
const isFrame = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(MAGIC);
const isSkippable = (bytes: Buffer): boolean => (magicOf(bytes) & 0xfffffff0) === 0x184d2a50;

/** Tells whether a file that starts with these bytes is a WARC file that may be compressed by Zstandard. */
export const isZstandard = (bytes: Buffer): boolean => isFrame(bytes) || isSkippable(bytes);

/** Returns the offset of the next bytes that look like the start of a frame; the length of the bytes if there are none. */
export function nextFrame(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(MAGIC, from);
  return at === -1 ? bytes.length : at;
}

/**
 * Returns the dictionary at the start of a file, or undefined if it has none.
 *
 * @throws DamageError if it is cut off, too long, or cannot be unpacked
 */
export async function readDictionary(start: ByteCursor): Promise<Buffer | undefined> {
  const head = await start.fill(SKIPPABLE_HEAD_BYTES);
  if (magicOf(head) !== DICTIONARY_MAGIC || head.length < SKIPPABLE_HEAD_BYTES) return undefined;
  const bytes = head.readUInt32LE(4);
  if (bytes > MAX_DICTIONARY_BYTES) throw new DamageError('its Zstandard dictionary is too long');
  start.consume(SKIPPABLE_HEAD_BYTES);
  const dictionary = await start.take(bytes);
  if (dictionary.length < bytes) throw new DamageError('its Zstandard dictionary is cut off');
  if (!isFrame(dictionary)) return dictionary;
  try {
    return zstdDecompressSync(dictionary, { maxOutputLength: MAX_DICTIONARY_BYTES });
  } catch (error) {
    throw new DamageError(`its Zstandard dictionary cannot be unpacked (${(error as Error).message})`);
  }
}

/**
 * Yields the content of the frame at the cursor, and consumes the frame. A skippable frame has none.
 *
 * @param bytes the bytes at the cursor, as far as they are in memory
 * @param maxBytes maximum length of a content that is unpacked at once; a longer one is unpacked block by block
 * @throws DamageError if the frame ends early or cannot be unpacked. Content before the damage may have been yielded then
 */
export async function* unpackFrame(
  cursor: ByteCursor,
  bytes: Buffer,
  maxBytes: number,
  dictionary: Buffer | undefined,
): AsyncGenerator<Buffer> {
  if (isSkippable(bytes)) return await skipFrame(cursor);
  const options = dictionary && { dictionary };
  const length = frameLength(bytes);
  if (length !== undefined)
    try {
      const content = zstdDecompressSync(bytes.subarray(0, length), { ...options, maxOutputLength: maxBytes });
      cursor.consume(length);
      return yield content;
    } catch (error) {
      if (!(error instanceof RangeError)) throw new DamageError((error as Error).message);
    }
  yield* unpackBlocks(cursor, options);
}

async function skipFrame(cursor: ByteCursor): Promise<void> {
  const head = await cursor.fill(SKIPPABLE_HEAD_BYTES);
  const length = head.length < SKIPPABLE_HEAD_BYTES ? Number.NaN : SKIPPABLE_HEAD_BYTES + head.readUInt32LE(4);
  if (Number.isNaN(length) || !(await cursor.skip(length))) throw new DamageError('a skippable frame ends early');
}

/** Unpacks a frame of any length. A block yields 128 KiB at most. */
async function* unpackBlocks(cursor: ByteCursor, options: { dictionary: Buffer } | undefined): AsyncGenerator<Buffer> {
  const header = parseHeader(await cursor.fill(MAX_HEADER_BYTES));
  const engine = createZstdDecompress(options);
  const { promise: hasEnded, resolve: end, reject: fail } = Promise.withResolvers<void>();
  let content: Buffer[] = [];
  let failure: Error | undefined;
  engine.on('data', (chunk: Buffer) => content.push(chunk));
  engine.on('end', end);
  engine.on('error', fail);
  // Also keeps the promise from being an unhandled rejection.
  hasEnded.catch((error: Error) => {
    failure = error;
  });
  const give = async (length: number): Promise<void> => {
    const piece = await cursor.take(length);
    if (piece.length < length) throw new DamageError('the frame ends early');
    await writeTo(engine, piece);
    if (failure) throw new DamageError(failure.message);
  };
  try {
    await give(header.length);
    for (let isLast = false; !isLast; ) {
      const block = parseBlock(await cursor.fill(BLOCK_HEADER_BYTES), 0);
      if (!block) throw new DamageError('the frame ends early');
      isLast = block.isLast;
      await give(block.length);
      yield* content;
      content = [];
    }
    if (header.hasChecksum) await give(CHECKSUM_BYTES);
    engine.end();
    await hasEnded.catch((error: Error) => {
      throw new DamageError(error.message);
    });
    yield* content;
  } finally {
    engine.destroy();
  }
}

/** Returns the length of the frame at the start of the bytes; undefined if they do not hold all of it. @throws DamageError */
function frameLength(bytes: Buffer): number | undefined {
  const { length, hasChecksum } = parseHeader(bytes);
  for (let at = length; ; ) {
    const block = parseBlock(bytes, at);
    if (!block) return undefined;
    at += block.length;
    if (!block.isLast) continue;
    const end = at + (hasChecksum ? CHECKSUM_BYTES : 0);
    return end <= bytes.length ? end : undefined;
  }
}

/** Reads the header of a frame (RFC 8878, 3.1.1.1). `length` in bytes, with the magic number. @throws DamageError */
function parseHeader(bytes: Buffer): { length: number; hasChecksum: boolean } {
  const descriptor = bytes[MAGIC.length];
  if (!isFrame(bytes) || descriptor === undefined) throw new DamageError('no Zstandard frame');
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const windowBytes = isSingleSegment ? 0 : 1;
  const dictionaryIdBytes = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const length = MAGIC.length + 1 + windowBytes + dictionaryIdBytes + sizeBytes;
  return { length, hasChecksum: (descriptor & 4) !== 0 };
}

/** Reads the header of the block at an offset. `length` in bytes, with the header. @throws DamageError */
function parseBlock(bytes: Buffer, at: number): { length: number; isLast: boolean } | undefined {
  if (at + BLOCK_HEADER_BYTES > bytes.length) return undefined;
  const header = bytes.readUIntLE(at, BLOCK_HEADER_BYTES);
  const type = (header >> 1) & 3;
  const size = header >> 3;
  if (type === RESERVED || size > MAX_BLOCK_BYTES) throw new DamageError('a damaged Zstandard block');
  return { length: BLOCK_HEADER_BYTES + (type === REPEATED_BYTE ? 1 : size), isLast: (header & 1) !== 0 };
}

/** Types of blocks. */
const REPEATED_BYTE = 1;
const RESERVED = 3;
