/** Reads files of a ZIP archive. Files are unpacked on demand, within one limit for all. */
import { inflateRawSync } from 'node:zlib';
import { Unreadable } from './unreadable.ts';
import { dataOffset, findDirectory, readDirectory, TAIL_BYTES, type ZipEntry } from './zip-directory.ts';

/** The files of a ZIP archive, which are unpacked when they are read. */
export type ZipArchive = {
  /** File names in the order of the directory. */
  names: string[];
  /** Unpacks a file; returns undefined if it does not exist. @throws Unreadable if it is broken, encrypted or too large */
  bytes(name: string): Uint8Array | undefined;
  /** Unpacks a file as text: UTF-16 if it has a byte order mark, otherwise UTF-8. */
  text(name: string): string | undefined;
};

const OLE_SIGNATURE = 0xd0cf11e0;
/** Maximum number of files in an archive. */
const MAX_ENTRIES = 20_000;

/** Opens an archive. @param unpackedBytes limit for all unpacked files together, in bytes @throws Unreadable if it is not an archive */
export function openZip(bytes: Uint8Array, unpackedBytes: number): ZipArchive {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.length < 22) throw new Unreadable('conversion-failed', 'too short for a ZIP archive');
  // Office stores encrypted documents as OLE files.
  if (data.readUInt32BE(0) === OLE_SIGNATURE) throw new Unreadable('encrypted', 'it requires a password');
  const entries = readEntries(data);
  let left = unpackedBytes;

  // Part names of Office are case-insensitive (ECMA-376, part 2, 6.2.2.3); some programs spell references differently.
  const byLowerCase = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]));
  const read = (name: string): Buffer | undefined => {
    const entry = entries.get(name) ?? byLowerCase.get(name.toLowerCase());
    if (!entry) return undefined;
    if (entry.isEncrypted) throw new Unreadable('encrypted', name);
    const content = unpack(packedBytes(data, entry), entry.method, left);
    left -= content.length;
    return content;
  };
  return { names: [...entries.keys()], bytes: read, text: (name) => decodeText(read(name)) };
}

/** Reads the directory. Backslashes, which some programs use as separators, become slashes. */
function readEntries(data: Buffer): Map<string, ZipEntry> {
  const tailOffset = Math.max(0, data.length - TAIL_BYTES);
  const place = findDirectory(data.subarray(tailOffset), tailOffset);
  if (!place) throw new Unreadable('conversion-failed', 'ZIP archive without a directory: the file may be truncated');
  const entries = readDirectory(data.subarray(place.offset), MAX_ENTRIES);
  return new Map(entries.map((entry) => [entry.name.replaceAll('\\', '/'), entry]));
}

function packedBytes(data: Buffer, entry: ZipEntry): Buffer {
  const behind = dataOffset(data.subarray(entry.headerOffset));
  if (behind === undefined) throw new Unreadable('conversion-failed', 'broken ZIP archive');
  return data.subarray(entry.headerOffset + behind, entry.headerOffset + behind + entry.packedBytes);
}

function unpack(packed: Buffer, method: number, maxBytes: number): Buffer {
  if (method !== 0 && method !== 8)
    throw new Unreadable('conversion-failed', `unsupported ZIP compression method ${method}`);
  if (method === 0 ? packed.length > maxBytes : maxBytes <= 0) throw unpackLimitError();
  if (method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw unpackLimitError();
    throw new Unreadable('conversion-failed', (error as Error).message);
  }
}

const unpackLimitError = () => new Unreadable('conversion-memory', 'unpacked size exceeds documents.unpackedBytes');

function decodeText(bytes: Buffer | undefined): string | undefined {
  if (!bytes) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0);
}
