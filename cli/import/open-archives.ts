/** Opens the files of `thresher import`: WARC and ARC files, and the WARC files in a WACZ. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { ZipEntry } from '../../shared/clean/decode/zip-directory.ts';
import { NotArchiveError, streamRecords } from '../../shared/fetch/warc/warc-stream.ts';
import type { Archive } from '../../shared/maintain/import/import-archives.ts';
import { describeReadError } from '../read-text-file.ts';
import { findEntryData, isArchive, openZipEntry, readZipEntries } from '../wacz/wacz-file.ts';

/** Bytes that are read at a time. */
const CHUNK_BYTES = 1 << 19;

const ZIP_START = Buffer.from('PK\u0003\u0004', 'latin1');

/**
 * Opens files, and checks that each has a record. The first bytes of a file tell what it is, not its name.
 *
 * @returns the archives in the order of the files, and a message for each file, or part of a WACZ, that is none
 */
export async function openArchives(files: readonly string[]): Promise<{ archives: Archive[]; faults: string[] }> {
  const archives: Archive[] = [];
  const faults: string[] = [];
  for (const file of files)
    try {
      await refusePipe(file);
      const found = (await isZip(file)) ? await archivesInWacz(file) : [plainArchive(file)];
      for (const archive of found) {
        const fault = await findFault(archive);
        if (fault === undefined) archives.push(archive);
        else faults.push(fault);
      }
    } catch (error) {
      faults.push(messageOf(file, error));
    }
  return { archives, faults };
}

/** Errors of the file system name the path in their own words, those of this module begin with it. */
function messageOf(file: string, error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return `${file}: ${describeReadError(error)}`;
  return message.startsWith(`${file}:`) ? message : `${file}: ${message}`;
}

async function refusePipe(file: string): Promise<void> {
  if ((await stat(file)).isFIFO()) throw new Error('a pipe; each file is read twice, so write it to a file first');
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(ZIP_START.length), 0, ZIP_START.length, 0);
    return bytesRead === ZIP_START.length && buffer.equals(ZIP_START);
  } finally {
    await handle.close();
  }
}

const plainArchive = (file: string): Archive => ({
  name: file,
  open: (start) => createReadStream(file, { start, highWaterMark: CHUNK_BYTES }),
});

async function archivesInWacz(file: string): Promise<Archive[]> {
  const entries = (await readZipEntries(file)).filter(isArchive);
  if (entries.length === 0) throw new Error('not a WACZ: the ZIP file has no archive/*.warc.gz');
  return Promise.all(entries.map((entry) => archiveInWacz(file, entry)));
}

async function archiveInWacz(file: string, entry: ZipEntry): Promise<Archive> {
  const name = `${file}:${entry.name}`;
  const { start, bytes, isDeflated } = await findEntryData(file, entry);
  if (isDeflated) return { name, open: (offset) => unpackFrom(file, entry, offset) };
  const options = { end: Math.max(0, start + bytes - 1), highWaterMark: CHUNK_BYTES };
  const empty = async function* (): AsyncGenerator<Uint8Array> {};
  return {
    name,
    open: (offset) => (offset < bytes ? createReadStream(file, { start: start + offset, ...options }) : empty()),
  };
}

/** WARC files in a WACZ are stored as they are; other tools may deflate them all the same. Damaged compression ends the file. */
async function* unpackFrom(file: string, entry: ZipEntry, offset: number): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  try {
    for await (const chunk of (await openZipEntry(file, entry)) as AsyncIterable<Buffer>) {
      const rest = chunk.subarray(Math.min(chunk.length, Math.max(0, offset - unpacked)));
      unpacked += chunk.length;
      if (rest.length > 0) yield rest;
    }
  } catch (error) {
    // Of what cannot be unpacked at all, the message says more than that the file is empty.
    if (unpacked === 0 || !isInflateError(error)) throw error;
  }
}

const isInflateError = (error: unknown): boolean => /^Z_/.test(String((error as NodeJS.ErrnoException).code));

/** @returns why the archive is no WARC or ARC file; undefined if it has a record, or is damaged only */
async function findFault({ name, open: openBytes }: Archive): Promise<string | undefined> {
  try {
    for await (const record of streamRecords(openBytes, () => 0)) if (record.kind === 'record') return undefined;
    return `${name}: no record can be read`;
  } catch (error) {
    if (error instanceof NotArchiveError) return `${name}: ${error.message}`;
    throw error;
  }
}
