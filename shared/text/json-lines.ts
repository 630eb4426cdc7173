/**
 * Reads and writes JSON Lines packed with Zstandard at a fast level: as small as the fastest gzip, in half the time. The same
 * values always give the same bytes.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type JsonLineList, openJsonLineList } from './json-line-list.ts';

/** Compression level. Level 3 takes twice as long and saves a fifth of the bytes. */
const LEVEL = 1;
const CHUNK_BYTES = 262_144;

/** @param values values to write. They may be generated while they are written; only their lines are kept. */
export function writeJsonLines(values: Iterable<unknown>): Uint8Array {
  const lines = openJsonLineList();
  for (const value of values) lines.add(value);
  const packed = packJsonLines(lines);
  lines.release();
  return packed;
}

/** Packs the lines of a list as one frame: readers read the first frame only. */
export function packJsonLines(lines: JsonLineList): Uint8Array {
  return zstdCompressSync(lines.bytes(), {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    chunkSize: CHUNK_BYTES,
  });
}

/** Reads the lines of a stored object. @throws if the object is missing or damaged, with its key. */
export function readStoredLines<T>(bytes: Uint8Array | undefined, key: string): Generator<T> {
  if (!bytes) throw new Error(`no object ${key}`);
  return namedLines(bytes, key);
}

function* namedLines<T>(bytes: Uint8Array, key: string): Generator<T> {
  try {
    yield* readJsonLines<T>(bytes);
  } catch (error) {
    throw new Error(`object ${key} is damaged: ${(error as Error).message}`, { cause: error });
  }
}

/** @throws if the bytes are not packed JSON Lines. */
export function* readJsonLines<T>(bytes: Uint8Array): Generator<T> {
  const text = unpack(bytes);
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf(NEWLINE, from);
    const to = newline === -1 ? text.length : newline;
    if (to > from) yield JSON.parse(text.toString('utf8', from, to)) as T;
    from = to + 1;
  }
}

/**
 * Reads only the lines that contain a string. Ten times as fast as reading all lines, because the others are not parsed.
 *
 * @param needles strings as they stand in the JSON text, such as `JSON.stringify(value)`; a line needs one of them
 * @returns the lines that contain one, and the number of all lines
 * @throws if the bytes are not packed JSON Lines
 */
export function readMatchingLines<T>(bytes: Uint8Array, ...needles: string[]): { lines: T[]; total: number } {
  const text = unpack(bytes);
  const wanted = needles.map((needle) => Buffer.from(needle));
  const matches = wanted.map((needle) => text.indexOf(needle));
  const lines: T[] = [];
  let total = 0;
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf(NEWLINE, from);
    const to = newline === -1 ? text.length : newline;
    if (to > from) total++;
    let isMatch = false;
    for (const [i, match] of matches.entries())
      if (match !== -1 && match < to) {
        isMatch = true;
        matches[i] = text.indexOf(wanted[i]!, to);
      }
    if (isMatch) lines.push(JSON.parse(text.toString('utf8', from, to)) as T);
    from = to + 1;
  }
  return { lines, total };
}

/**
 * Reads one text of each line. Lines that begin with it are not parsed.
 *
 * @returns the texts; a line that lacks the property, or has no text there, has none
 * @throws if the bytes are not packed JSON Lines
 */
export function readTexts(bytes: Uint8Array, property: string): string[] {
  const start = `{${JSON.stringify(property)}:`;
  const texts: string[] = [];
  for (const line of unpack(bytes).toString().split('\n')) {
    const [head] = line.startsWith(start)
      ? (FIRST_TEXT.exec(line.slice(start.length, start.length + MAX_HEAD)) ?? [])
      : [];
    if (head === undefined && line === '') continue;
    const text = head === undefined ? (JSON.parse(line) as Record<string, unknown>)[property] : JSON.parse(head);
    if (typeof text === 'string') texts.push(text);
  }
  return texts;
}

/** A JSON text, and the length that is searched for its end, in UTF-16 units. */
const FIRST_TEXT = /^"(?:[^"\\]|\\.)*"/;
const MAX_HEAD = 10_000;

function unpack(bytes: Uint8Array): Buffer {
  return zstdDecompressSync(bytes, { chunkSize: Math.max(64, Math.min(contentBytes(bytes) + 1, MAX_CHUNK_BYTES)) });
}

const NEWLINE = 0x0a;

/** Maximum buffer that a damaged header can request, in bytes. */
const MAX_CHUNK_BYTES = 64 << 20;

/**
 * Reads the content size from the header of a frame (RFC 8878, 3.1.1.1), so that the frame is unpacked into one buffer. Returns a
 * guess if the header does not have it; Zstandard then uses several buffers of that size.
 */
function contentBytes(frame: Uint8Array): number {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 14) return CHUNK_BYTES;
  const descriptor = view.getUint8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3]!;
  const field = descriptor >> 6;
  if (field === 0) return isSingleSegment ? view.getUint8(at) : CHUNK_BYTES;
  if (field === 1) return view.getUint16(at, true) + 256;
  return field === 2 ? view.getUint32(at, true) : CHUNK_BYTES;
}

const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
