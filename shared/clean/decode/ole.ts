/**
 * Reads the streams of an OLE file ([MS-CFB]): chains of sectors, an allocation table, and a directory tree. Only streams in the
 * root are read: embedded documents have streams of the same names below it.
 */
import { Unreadable } from './unreadable.ts';

/** The named streams of an OLE file. */
export type OleFile = {
  /** Returns whether the root has a stream. @param name in any case */
  has(name: string): boolean;
  /** Returns a stream, or undefined if there is none. A broken chain gives the bytes before the break. @param name in any case */
  stream(name: string): Buffer | undefined;
};

type Entry = { name: string; start: number; bytes: number };
/** Sectors of one size. `from` is the offset of the first one; `next` maps each sector to its successor in the chain. */
type Sectors = { data: Buffer; from: number; bytes: number; next: Uint32Array };

const SIGNATURE = 0xd0cf11e0;
const ENTRY_BYTES = 128;
const NO_ENTRY = 0xffffffff;
/** Number of allocation table sectors that the header lists; further ones are in a chain of their own. */
const HEADER_TABLE_COUNT = 109;

/** Opens an OLE file. @throws Unreadable if it is not an OLE file */
export function openOle(bytes: Uint8Array): OleFile {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.length < 512 || data.readUInt32BE(0) !== SIGNATURE)
    throw new Unreadable('conversion-failed', 'not an OLE file, or truncated');
  const shift = data.readUInt16LE(30) === 12 ? 12 : 9;
  const sectors: Sectors = { data, from: 1 << shift, bytes: 1 << shift, next: readAllocationTable(data, shift) };
  const directory = readChain(sectors, data.readUInt32LE(48));
  if (directory.length < ENTRY_BYTES) throw new Unreadable('conversion-failed', 'OLE file without a directory');
  const root = readEntry(directory, 0);
  const small: Sectors = {
    data: readChain(sectors, root.start),
    from: 0,
    bytes: 64,
    next: readUint32s(readChain(sectors, data.readUInt32LE(60))),
  };
  const smallest = data.readUInt32LE(56);
  const entries = new Map(readRootEntries(directory).map((entry) => [entry.name.toLowerCase(), entry]));
  return {
    has: (name) => entries.has(name.toLowerCase()),
    stream(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return undefined;
      return readChain(entry.bytes < smallest ? small : sectors, entry.start).subarray(0, entry.bytes);
    },
  };
}

/** Reads the allocation table: the successor of every sector. */
function readAllocationTable(data: Buffer, shift: number): Uint32Array {
  const size = 1 << shift;
  const most = Math.ceil(data.length / size);
  const places: number[] = [];
  for (let i = 0; i < HEADER_TABLE_COUNT; i++) places.push(data.readUInt32LE(76 + 4 * i));
  let more = data.readUInt32LE(68);
  for (let read = 0; more < most && read < most; read++) {
    const sector = data.subarray((more + 1) << shift, (more + 2) << shift);
    if (sector.length < size) break;
    for (let at = 0; at < size - 4; at += 4) places.push(sector.readUInt32LE(at));
    more = sector.readUInt32LE(size - 4);
  }
  const used = [...new Set(places)].filter((place) => place < most);
  return readUint32s(Buffer.concat(used.map((place) => data.subarray((place + 1) << shift, (place + 2) << shift))));
}

function readUint32s(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(bytes.length >> 2);
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readUInt32LE(4 * i);
  return numbers;
}

/** Reads a chain of sectors. The number of sectors limits its length, so cycles end. */
function readChain({ data, from, bytes, next }: Sectors, start: number): Buffer {
  const parts: Buffer[] = [];
  let at = start;
  for (let left = Math.ceil(data.length / bytes); left > 0 && at < next.length; left--) {
    const place = from + at * bytes;
    if (place >= data.length) break;
    parts.push(data.subarray(place, place + bytes));
    at = next[at]!;
  }
  return Buffer.concat(parts);
}

function readEntry(directory: Buffer, number: number): Entry & { left: number; right: number; child: number } {
  const at = number * ENTRY_BYTES;
  const nameBytes = Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2);
  return {
    name: directory.toString('utf16le', at, at + nameBytes),
    left: directory.readUInt32LE(at + 68),
    right: directory.readUInt32LE(at + 72),
    child: directory.readUInt32LE(at + 76),
    start: directory.readUInt32LE(at + 116),
    bytes: directory.readUInt32LE(at + 120),
  };
}

function readRootEntries(directory: Buffer): Entry[] {
  const count = Math.floor(directory.length / ENTRY_BYTES);
  const seen = new Set<number>([NO_ENTRY]);
  const found: Entry[] = [];
  const open = [readEntry(directory, 0).child];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (seen.has(number) || number >= count) continue;
    seen.add(number);
    const entry = readEntry(directory, number);
    found.push(entry);
    open.push(entry.left, entry.right);
  }
  return found;
}
