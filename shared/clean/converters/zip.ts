/** Files in a zip archive (PKWARE's APPNOTE 6.3), each unpacked when it is asked for, within one limit for all. */
import { inflateRawSync } from 'node:zlib';
import { Unreadable } from './unreadable.ts';

export type Zip = {
  /** In the order of the directory. */
  names: string[];
  /** @returns undefined: no such file. @throws Unreadable when it is broken, encrypted, or unpacks to too much. */
  bytes(name: string): Uint8Array | undefined;
  /** The same as text; XML is UTF-8 or UTF-16 by its first bytes. */
  text(name: string): string | undefined;
};

type Entry = { method: number; flags: number; packed: number; at: number };

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const OLE = 0xd0cf11e0;
/** More files than any document has, and few enough to list. */
const MAX_ENTRIES = 20_000;

/** @param unpackedBytes of all that is asked for together. @throws Unreadable when it is no archive. */
export function openZip(bytes: Uint8Array, unpackedBytes: number): Zip {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.length < 22) throw new Unreadable('conversion-failed', 'too short for a zip archive');
  // Office packs what it encrypts into an OLE file.
  if (data.readUInt32BE(0) === OLE) throw new Unreadable('encrypted', 'it asks for a password');
  const entries = readDirectory(data);
  let left = unpackedBytes;

  const read = (name: string): Buffer | undefined => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    if (entry.flags & 1) throw new Unreadable('encrypted', name);
    const content = unpack(packedBytes(data, entry), entry.method, left);
    left -= content.length;
    return content;
  };
  return { names: [...entries.keys()], bytes: read, text: (name) => decoded(read(name)) };
}

function readDirectory(data: Buffer): Map<string, Entry> {
  const end = findEnd(data);
  const entries = new Map<string, Entry>();
  let at = data.readUInt32LE(end + 16);
  while (entries.size < MAX_ENTRIES && at + 46 <= data.length && data.readUInt32LE(at) === ENTRY) {
    const nameLength = data.readUInt16LE(at + 28);
    const name = data.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    entries.set(name, {
      flags: data.readUInt16LE(at + 8),
      method: data.readUInt16LE(at + 10),
      packed: data.readUInt32LE(at + 20),
      at: data.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  return entries;
}

/** A comment of up to 64 KB may stand behind the end record. */
function findEnd(data: Buffer): number {
  for (let at = data.length - 22; at >= 0 && at > data.length - 65_558; at--)
    if (data.readUInt32LE(at) === END) return at;
  throw new Unreadable('conversion-failed', 'no directory of a zip archive: the file may be cut');
}

function packedBytes(data: Buffer, { at, packed }: Entry): Buffer {
  if (at + 30 > data.length || data.readUInt32LE(at) !== LOCAL)
    throw new Unreadable('conversion-failed', 'a broken zip archive');
  const from = at + 30 + data.readUInt16LE(at + 26) + data.readUInt16LE(at + 28);
  return data.subarray(from, from + packed);
}

function unpack(packed: Buffer, method: number, most: number): Buffer {
  if (method !== 0 && method !== 8) throw new Unreadable('conversion-failed', `zip method ${method}`);
  if (method === 0 ? packed.length > most : most <= 0) throw tooMuch();
  if (method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch();
    throw new Unreadable('conversion-failed', (error as Error).message);
  }
}

const tooMuch = () => new Unreadable('conversion-memory', 'unpacks to more than documents.unpackedBytes');

function decoded(bytes: Buffer | undefined): string | undefined {
  if (!bytes) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0);
}
