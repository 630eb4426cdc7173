/** Streams seed files: plain or gzip, standard input, and the indexes or archives in a WACZ. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import process from 'node:process';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import {
  dataOffset,
  findDirectory,
  LOCAL_HEADER_BYTES,
  readDirectory,
  TAIL_BYTES,
  type ZipEntry,
} from '../../shared/clean/decode/zip-directory.ts';
import type { FoundSeed, SeedReader, SeedSink } from '../../shared/seeds/found-seed.ts';

/** Seeds and errors in one chunk of a source. */
export type SeedPiece = { seeds: FoundSeed[]; faults: { at: number; message: string }[] };

export type CreateSeedReader = (sink: SeedSink) => SeedReader;

/**
 * Reads a file chunk by chunk. The seeds of a chunk are yielded before the next one is read.
 *
 * @param name file name; `-`: standard input
 */
export async function* seedsInFile(name: string, make: CreateSeedReader): AsyncGenerator<SeedPiece> {
  yield* seedsInStream(name === '-' ? process.stdin : createReadStream(name, { highWaterMark: 1 << 17 }), make);
}

async function* seedsInStream(stream: Readable, make: CreateSeedReader): AsyncGenerator<SeedPiece> {
  let piece: SeedPiece = { seeds: [], faults: [] };
  const reader = make({
    seed: (found) => piece.seeds.push(found),
    fault: (at, message) => piece.faults.push({ at, message }),
  });
  for await (const bytes of gunzipIfPacked(stream)) {
    reader.write(bytes);
    yield piece;
    piece = { seeds: [], faults: [] };
  }
  reader.end();
  yield piece;
}

/** Decompresses gzip, recognised by its first bytes. Archives may have many gzip members. */
async function* gunzipIfPacked(stream: Readable): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | undefined;
  const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    first = next.value;
    if (first.length > 0) break;
  }
  if (!first) return;
  const whole = async function* () {
    yield first!;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  };
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* whole();
  const gunzip = createGunzip();
  // Stream errors surface in the loop below.
  pipeline(Readable.from(whole()), gunzip, () => undefined);
  yield* gunzip as AsyncIterable<Uint8Array>;
}

/** Indexes are preferred: they list all pages of the archives beside them. */
const INDEX_NAME = /^indexes\/.*\.cdxj?(?:\.gz)?$/i;
const ARCHIVE_NAME = /^archive\/.*\.warc(?:\.gz)?$/i;

/**
 * Reads the seeds in a WACZ.
 *
 * @param makers readers for an index and an archive
 * @throws if the file is not a WACZ
 */
export async function* seedsInWacz(
  name: string,
  makers: { cdx: CreateSeedReader; warc: CreateSeedReader },
): AsyncGenerator<SeedPiece> {
  const entries = await readZipEntries(name);
  const indexes = entries.filter((entry) => INDEX_NAME.test(entry.name));
  const chosen = indexes.length > 0 ? indexes : entries.filter((entry) => ARCHIVE_NAME.test(entry.name));
  if (chosen.length === 0) throw new Error(`${name}: the WACZ has neither an index nor an archive`);
  for (const entry of chosen)
    yield* seedsInStream(await openZipEntry(name, entry), indexes.length > 0 ? makers.cdx : makers.warc);
}

async function readZipEntries(name: string): Promise<ZipEntry[]> {
  const { size } = await stat(name);
  const from = Math.max(0, size - TAIL_BYTES);
  const place = findDirectory(await readBytes(name, from, size - from), from);
  if (!place || place.offset + place.bytes > size) throw new Error(`${name}: not a WACZ (it is not a ZIP file)`);
  return readDirectory(await readBytes(name, place.offset, place.bytes));
}

/** Reads a byte range; bytes beyond the end of the file are zero. */
async function readBytes(name: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(name);
  try {
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, offset);
    return bytes;
  } finally {
    await file.close();
  }
}

async function openZipEntry(name: string, { headerOffset, packedBytes, method }: ZipEntry): Promise<Readable> {
  const behind = dataOffset(await readBytes(name, headerOffset, LOCAL_HEADER_BYTES));
  if (behind === undefined || (method !== 0 && method !== 8)) throw new Error(`${name}: an entry that cannot be read`);
  const start = headerOffset + behind;
  const packed = createReadStream(name, { start, end: Math.max(start, start + packedBytes - 1) });
  // Stream errors surface where the result is read.
  return method === 0 ? packed : pipeline(packed, createInflateRaw(), () => undefined);
}
