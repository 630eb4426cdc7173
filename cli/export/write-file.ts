import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { partFile, partFlag, removeStrayParts } from '../output/part-file.ts';
import { findStorageFault } from '../run/folder/storage-fault.ts';

type Chunks = AsyncIterable<Uint8Array | string> | NodeJS.ReadableStream;

/**
 * Writes chunks to a file, which appears once it is complete.
 *
 * @throws the error of a chunk or of the file; a fault of storage names the file
 */
export const writeChunks = (file: string, chunks: Chunks): Promise<void> => write(file, chunks, undefined);

/**
 * Writes text to a file, which appears once it is complete. A name that ends in `.gz` or `.zst` has it compressed.
 *
 * @throws the error of a chunk or of the file; a fault of storage names the file
 */
export const writeText = (file: string, chunks: Chunks): Promise<void> => write(file, chunks, compressorOf(file));

/** Returns what compresses a file of this name; undefined if the name asks for no compression. */
function compressorOf(file: string): Transform | undefined {
  if (/\.gz$/i.test(file)) return createGzip();
  return /\.zst$/i.test(file) ? createZstdCompress() : undefined;
}

async function write(file: string, chunks: Chunks, compressor: Transform | undefined): Promise<void> {
  const half = partFile(file);
  if (half !== file) removeStrayParts(file);
  try {
    const sink = createWriteStream(half, { flags: partFlag(half, file) });
    await (compressor ? pipeline(chunks, compressor, sink) : pipeline(chunks, sink));
    if (half !== file) await rename(half, file);
  } catch (error) {
    // Errors of writes do not name the file.
    throw findStorageFault(error) ? Object.assign(error as Error, { path: file }) : error;
  } finally {
    if (half !== file) await rm(half, { force: true });
  }
}
