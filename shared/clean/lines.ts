/**
 * JSON Lines, packed by Zstandard at a fast level: as small as gzip's fastest, in half the time to write and to read. The
 * same values always give the same bytes.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Level 3 takes twice as long for four fifths of the bytes. */
const LEVEL = 1;
const CHUNK_BYTES = 262_144;

/** @param values may be made one by one while they are written: only their lines are kept. */
export function writeLines(values: Iterable<unknown>): Uint8Array {
  const lines: Buffer[] = [];
  for (const value of values) lines.push(Buffer.from(`${JSON.stringify(value)}\n`));
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return zstdCompressSync(Buffer.concat(lines), { params, chunkSize: CHUNK_BYTES });
}

/** @throws when the bytes are not packed so or a line is no JSON: these are our own files. */
export function* readLines<T>(bytes: Uint8Array): Generator<T> {
  const text = zstdDecompressSync(bytes, { chunkSize: CHUNK_BYTES });
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf(0x0a, from);
    const to = newline === -1 ? text.length : newline;
    if (to > from) yield JSON.parse(text.toString('utf8', from, to)) as T;
    from = to + 1;
  }
}
