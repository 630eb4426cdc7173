/** Files in a zip archive, each unpacked when it is asked for, within one limit for all. */
import { inflateRawSync } from 'node:zlib';
import { Unreadable } from './unreadable.ts';
import { dataOffset, findDirectory, readDirectory, TAIL_BYTES, type ZipEntry } from './zip-directory.ts';

export type ZipArchive = {
  /** In the order of the directory. */
  names: string[];
  /** @returns undefined: no such file. @throws Unreadable when it is broken, encrypted, or unpacks to too much. */
  bytes(name: string): Uint8Array | undefined;
  /** The same as text; XML is UTF-8 or UTF-16 by its first bytes. */
  text(name: string): string | undefined;
};

const OLE_SIGNATURE = 0xd0cf11e0;
/** More files than any document has, and few enough to list. */
const MAX_ENTRIES = 20_000;

/** @param unpackedBytes of all that is asked for together. @throws Unreadable when it is no archive. */
export function openZip(bytes: Uint8Array, unpackedBytes: number): ZipArchive {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.length < 22) throw new Unreadable('conversion-failed', 'too short for a zip archive');
  // Office packs what it encrypts into an OLE file.
  if (data.readUInt32BE(0) === OLE_SIGNATURE) throw new Unreadable('encrypted', 'it asks for a password');
  const entries = readEntries(data);
  let left = unpackedBytes;

  // Names of parts of Office differ in more than case (ECMA-376, part 2, 6.2.2.3); some programs write them otherwise than they refer to them.
  const alike = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]));
  const read = (name: string): Buffer | undefined => {
    const entry = entries.get(name) ?? alike.get(name.toLowerCase());
    if (!entry) return undefined;
    if (entry.isEncrypted) throw new Unreadable('encrypted', name);
    const content = unpack(packedBytes(data, entry), entry.method, left);
    left -= content.length;
    return content;
  };
  return { names: [...entries.keys()], bytes: read, text: (name) => decodeText(read(name)) };
}

/** Some programs part the folders of a name by backslashes. */
function readEntries(data: Buffer): Map<string, ZipEntry> {
  const tailOffset = Math.max(0, data.length - TAIL_BYTES);
  const place = findDirectory(data.subarray(tailOffset), tailOffset);
  if (!place) throw new Unreadable('conversion-failed', 'no directory of a zip archive: the file may be cut');
  const entries = readDirectory(data.subarray(place.offset), MAX_ENTRIES);
  return new Map(entries.map((entry) => [entry.name.replaceAll('\\', '/'), entry]));
}

function packedBytes(data: Buffer, entry: ZipEntry): Buffer {
  const behind = dataOffset(data.subarray(entry.headerOffset));
  if (behind === undefined) throw new Unreadable('conversion-failed', 'a broken zip archive');
  return data.subarray(entry.headerOffset + behind, entry.headerOffset + behind + entry.packedBytes);
}

function unpack(packed: Buffer, method: number, most: number): Buffer {
  if (method !== 0 && method !== 8) throw new Unreadable('conversion-failed', `zip method ${method}`);
  if (method === 0 ? packed.length > most : most <= 0) throw unpackLimitError();
  if (method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof RangeError) throw unpackLimitError();
    throw new Unreadable('conversion-failed', (error as Error).message);
  }
}

const unpackLimitError = () => new Unreadable('conversion-memory', 'unpacks to more than documents.unpackedBytes');

function decodeText(bytes: Buffer | undefined): string | undefined {
  if (!bytes) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0);
}
