import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { partFile } from '../output/output-file.ts';
import { findStorageFault } from '../run/folder/storage-fault.ts';

/**
 * Writes chunks to a file, which appears once it is complete.
 *
 * @throws the error of a chunk or of the file; a fault of storage names the file
 */
export async function writeChunks(
  file: string,
  chunks: AsyncIterable<Uint8Array | string> | NodeJS.ReadableStream,
): Promise<void> {
  const half = partFile(file);
  try {
    await pipeline(chunks, createWriteStream(half));
    if (half !== file) await rename(half, file);
  } catch (error) {
    // Errors of writes do not name the file.
    throw findStorageFault(error) ? Object.assign(error as Error, { path: file }) : error;
  } finally {
    if (half !== file) await rm(half, { force: true });
  }
}
