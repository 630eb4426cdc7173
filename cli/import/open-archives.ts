/** Opens the files of `thresher import`: WARC and ARC files, the WARC files in a WACZ, JSON Lines, documents and folders of documents. */
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import type { ZipEntry } from '../../shared/clean/decode/zip-directory.ts';
import { streamExchanges } from '../../shared/fetch/warc/request-methods.ts';
import { NotArchiveError, type OpenBytes, OtherFormatError } from '../../shared/fetch/warc/warc-stream.ts';
import { isZstandard } from '../../shared/fetch/warc/zstd-frame.ts';
import type { Archive } from '../../shared/maintain/import/import-archives.ts';
import { describeReadError } from '../read-text-file.ts';
import { findEntryData, isArchive, openZipEntry, readZipEntries } from '../wacz/wacz-file.ts';
import { documentPage, folderPages, isLinkToFile } from './document-pages.ts';
import { jsonLinesPages } from './json-lines-pages.ts';
import { timeOfFile } from './page-record.ts';
import { isDamage, type Packing, unpackFile } from './unpack-file.ts';

/** Bytes that are read at a time. */
const CHUNK_BYTES = 1 << 19;

/** Bytes at the start of a file that tell what it is. */
const START_BYTES = 4096;
const ZIP_START = Buffer.from('PK\u0003\u0004', 'latin1');
const GZIP_START = Buffer.of(0x1f, 0x8b);
/** A JSON object, perhaps after a byte order mark or empty lines. RTF begins with `{\\`. */
const JSON_START = /^(?:\xef\xbb\xbf)?\s*\{\s*(?:["}]|$)/;
const ARCHIVE_START = /^\s*(?:WARC\/|filedesc:\/\/)/i;

/**
 * Opens files, and checks that each has a record. The first bytes of a file tell what it is, not its name.
 *
 * @param base address of documents and folders, with a slash at its end; absent: there are no documents, and folders stand for the archives in them
 * @returns the archives in the order of the files, and a message for each file, or part of a WACZ, that is none
 */
export async function openArchives(
  files: readonly string[],
  base?: string,
): Promise<{ archives: Archive[]; faults: string[] }> {
  const archives: Archive[] = [];
  const faults: string[] = [];
  const given = base === undefined ? await withArchivesInFolders(files, faults) : files;
  for (const file of given)
    try {
      for (const archive of await openFile(file, base)) {
        const fault = await findFault(archive, base !== undefined);
        if (fault === undefined) archives.push(archive);
        else faults.push(fault);
      }
    } catch (error) {
      faults.push(messageOf(file, error));
    }
  return { archives, faults };
}

/** Names of archives. In a folder without an address, all other files are left out. */
const ARCHIVE_NAME = /\.(?:(?:w?arc|wet)(?:\.gz|\.zst)?|wacz)$/i;
const HIDDEN = /(?:^|[/\\])\./;

/**
 * Replaces folders by the archives in them and in their folders, in the order of their paths: files and links to files. Hidden ones are left out.
 * Adds a fault for each folder without any.
 */
async function withArchivesInFolders(files: readonly string[], faults: string[]): Promise<string[]> {
  const all: string[] = [];
  for (const file of files) {
    const given = await stat(file).catch(() => undefined);
    if (!given?.isDirectory()) {
      all.push(file);
      continue;
    }
    try {
      const entries = await readdir(file, { recursive: true, withFileTypes: true });
      const found: string[] = [];
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        if (!ARCHIVE_NAME.test(path) || HIDDEN.test(relative(file, path))) continue;
        if (entry.isFile() || (await isLinkToFile(path, entry))) found.push(path);
      }
      all.push(...found.sort());
      if (found.length === 0)
        faults.push(
          `${file}: a folder without WARC, ARC and WACZ files; give the address of its documents with --base URL`,
        );
    } catch (error) {
      faults.push(messageOf(file, error));
    }
  }
  return all;
}

/** Errors of the file system name the path in their own words, those of this module begin with it. */
function messageOf(file: string, error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return `${file}: ${describeReadError(error)}`;
  return message.startsWith(`${file}:`) ? message : `${file}: ${message}`;
}

async function openFile(file: string, base: string | undefined): Promise<Archive[]> {
  const found = await stat(file);
  if (found.isFIFO()) throw new Error('a pipe; each file is read twice, so write it to a file first');
  if (found.isDirectory()) return [folderPages(file, base!)];
  const start = await readStart(file);
  if (start.subarray(0, ZIP_START.length).equals(ZIP_START)) return openZip(file, base);
  const packing = packingOf(start);
  const text = (packing === undefined ? start : await unpackStart(file, packing, start)).toString('latin1');
  if (JSON_START.test(text)) return [jsonLinesPages(file, packing, timeOfFile(found))];
  if (base !== undefined && !ARCHIVE_START.test(text) && !isZstandard(start)) return [documentPage(file, base)];
  return [archive(file, (from) => createReadStream(file, { start: from, highWaterMark: CHUNK_BYTES }))];
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function packingOf(start: Buffer): Packing | undefined {
  if (start.subarray(0, GZIP_START.length).equals(GZIP_START)) return 'gzip';
  return isZstandard(start) ? 'Zstandard' : undefined;
}

/** Unpacks the start of a file. Nothing is known of a damaged one, or of one with a dictionary. */
async function unpackStart(file: string, packing: Packing, start: Buffer): Promise<Buffer> {
  try {
    if (packing === 'gzip') return gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH });
    for await (const chunk of unpackFile(file, packing)) return Buffer.from(chunk.subarray(0, START_BYTES));
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  return Buffer.alloc(0);
}

const archive = (name: string, openBytes: OpenBytes): Archive => ({
  name,
  read: (keep) => streamExchanges(openBytes, keep),
});

/** A WACZ, or with a base a document of a format that is a ZIP file too: DOCX, EPUB. */
async function openZip(file: string, base: string | undefined): Promise<Archive[]> {
  const entries = (await readZipEntries(file)).filter(isArchive);
  if (entries.length === 0 && base !== undefined) return [documentPage(file, base)];
  if (entries.length === 0)
    throw new Error('not a WACZ: the ZIP file has no archive/*.warc.gz; import a document with --base URL');
  return Promise.all(entries.map((entry) => archiveInWacz(file, entry)));
}

async function archiveInWacz(file: string, entry: ZipEntry): Promise<Archive> {
  const name = `${file}:${entry.name}`;
  const { start, bytes, isDeflated } = await findEntryData(file, entry);
  if (isDeflated) return archive(name, (offset) => unpackFrom(file, entry, offset));
  const options = { end: Math.max(0, start + bytes - 1), highWaterMark: CHUNK_BYTES };
  const empty = async function* (): AsyncGenerator<Uint8Array> {};
  return archive(name, (offset) =>
    offset < bytes ? createReadStream(file, { start: start + offset, ...options }) : empty(),
  );
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

/** What other files may be, in the message for a file of another format. */
const OTHER_WAYS = ', and no JSON Lines with an object a line';
const WAY_OF_DOCUMENTS = '; import documents and folders with --base URL';

/** @param hasBase whether documents can be imported. @returns why nothing can be imported; undefined if there is a record, or damage only */
async function findFault({ name, read, isFolder }: Archive, hasBase: boolean): Promise<string | undefined> {
  let damage: string | undefined;
  try {
    for await (const item of read(() => 0)) {
      if (item.kind === 'record') return undefined;
      damage ??= item.line === undefined ? item.detail : `line ${item.line}: ${item.detail}`;
    }
  } catch (error) {
    if (error instanceof OtherFormatError)
      return `${name}: ${error.message}${OTHER_WAYS}${hasBase ? '' : WAY_OF_DOCUMENTS}`;
    if (error instanceof NotArchiveError) return `${name}: ${error.message}`;
    throw error;
  }
  if (isFolder) return `${name}: ${damage === undefined ? 'the folder has no files' : 'no file can be read'}`;
  return `${name}: no record can be read${damage === undefined ? '' : ` (${damage})`}`;
}
