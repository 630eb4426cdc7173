/** Streams seed files: plain or gzip, standard input, and the indexes or archives in a WACZ. */
import { createReadStream } from 'node:fs';
import process from 'node:process';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FoundSeed, SeedReader, SeedSink } from '../../shared/seeds/found-seed.ts';
import { isArchive, openZipEntry, readZipEntries } from '../wacz/wacz-file.ts';

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
  const chosen = indexes.length > 0 ? indexes : entries.filter((entry) => isArchive(entry));
  if (chosen.length === 0) throw new Error(`${name}: the WACZ has neither an index nor an archive`);
  for (const entry of chosen)
    yield* seedsInStream(await openZipEntry(name, entry), indexes.length > 0 ? makers.cdx : makers.warc);
}
