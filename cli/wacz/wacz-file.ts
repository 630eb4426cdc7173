/** Reads entries of a WACZ, which is a ZIP file, without unpacking it. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import {
  dataOffset,
  findDirectory,
  LOCAL_HEADER_BYTES,
  readDirectory,
  TAIL_BYTES,
  type ZipEntry,
} from '../../shared/clean/decode/zip-directory.ts';

/** Tells whether an entry of a WACZ is a WARC file. */
export const isArchive = ({ name }: ZipEntry): boolean => /^archive\/.*\.warc(?:\.gz)?$/i.test(name);

/** @throws if the file is not a ZIP file */
export async function readZipEntries(name: string): Promise<ZipEntry[]> {
  const { size } = await stat(name);
  const from = Math.max(0, size - TAIL_BYTES);
  const place = findDirectory(await readBytes(name, from, size - from), from);
  if (!place || place.offset + place.bytes > size)
    throw new Error(`${name}: not a WACZ (it is not a ZIP file, or it is cut off)`);
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

/** Returns the place of an entry's data in its file. @throws if it is damaged, encrypted or compressed in an unknown way */
export async function findEntryData(
  name: string,
  { headerOffset, packedBytes, method, isEncrypted }: ZipEntry,
): Promise<{ start: number; bytes: number; isDeflated: boolean }> {
  const behind = dataOffset(await readBytes(name, headerOffset, LOCAL_HEADER_BYTES));
  if (behind === undefined || isEncrypted || (method !== 0 && method !== 8))
    throw new Error(`${name}: an entry that cannot be read`);
  return { start: headerOffset + behind, bytes: packedBytes, isDeflated: method === 8 };
}

/** Opens the unpacked content of an entry. */
export async function openZipEntry(name: string, entry: ZipEntry): Promise<Readable> {
  const { start, bytes, isDeflated } = await findEntryData(name, entry);
  const packed = createReadStream(name, { start, end: Math.max(start, start + bytes - 1) });
  // Stream errors surface where the result is read.
  return isDeflated ? pipeline(packed, createInflateRaw(), () => undefined) : packed;
}
