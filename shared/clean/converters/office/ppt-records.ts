/**
 * Records of a PowerPoint stream before 2007 ([MS-PPT] 2.3.1), and its persist objects: a file keeps earlier states of its
 * slides, and a directory says which of them are current.
 */
import type { OleFile } from '../../decode/ole.ts';

export type PptRecord = { type: number; instance: number; body: Buffer; isContainer: boolean };

const HEADER_BYTES = 8;
/** Record types. */
const [USER_EDIT, PERSIST_DIRECTORY] = [0x0ff5, 0x1772];
/** Header token of encrypted files in the stream `Current User`. */
const ENCRYPTED_TOKEN = 0xf3d1c4df;

/** Iterates over adjacent records. A record that is longer than the data is truncated. */
export function* readRecords(data: Buffer): Generator<PptRecord> {
  for (let at = 0; at + HEADER_BYTES <= data.length; ) {
    const record = readRecord(data, at)!;
    yield record;
    at += HEADER_BYTES + record.body.length;
  }
}

function readRecord(data: Buffer, at: number): PptRecord | undefined {
  if (at + HEADER_BYTES > data.length) return undefined;
  const first = data.readUInt16LE(at);
  const from = at + HEADER_BYTES;
  const body = data.subarray(from, from + data.readUInt32LE(at + 4));
  return { type: data.readUInt16LE(at + 2), instance: first >> 4, body, isContainer: (first & 0xf) === 0xf };
}

/** Returns the body of the first record of a type in a container. */
export function findRecord({ body }: PptRecord, wanted: number): Buffer | undefined {
  for (const { type, body: found } of readRecords(body)) if (type === wanted) return found;
  return undefined;
}

export type PersistObjects = {
  /** Undefined if the directory does not lead to a record. */
  document: PptRecord | undefined;
  isEncrypted: boolean;
  /**
   * Returns an object once.
   * @returns undefined if the object does not exist or was returned before, even under another id
   */
  takeObject(id: number): PptRecord | undefined;
};

/** Reads the persist objects. Follows the edits from the last to the first, because the newest offset of an object is current ([MS-PPT] 2.1.2). */
export function readPersistObjects(ole: OleFile, stream: Buffer): PersistObjects {
  const user = ole.stream('Current User') ?? Buffer.alloc(0);
  const offsets = new Map<number, number>();
  let documentId = 1;
  let at = user.length >= 20 ? user.readUInt32LE(16) : 0;
  let isEncrypted = user.length >= 16 && user.readUInt32LE(12) === ENCRYPTED_TOKEN;
  const seenEdits = new Set<number>();
  const seenDirectories = new Set<number>();
  while (!seenEdits.has(at)) {
    const edit = readRecord(stream, at);
    if (edit?.type !== USER_EDIT || edit.body.length < 20) break;
    if (seenEdits.size === 0) documentId = edit.body.readUInt32LE(16);
    // Edits of encrypted files have an additional field.
    if (edit.body.length >= 32) isEncrypted = true;
    seenEdits.add(at);
    const directory = edit.body.readUInt32LE(12);
    if (!seenDirectories.has(directory)) readPersistDirectory(readRecord(stream, directory), offsets);
    seenDirectories.add(directory);
    at = edit.body.readUInt32LE(8);
  }
  if (offsets.size === 0) readAllDirectories(stream, offsets);
  const offset = offsets.get(documentId);
  const document = offset === undefined ? undefined : readRecord(stream, offset);
  return { document, isEncrypted, takeObject: createTakeObject(stream, offsets) };
}

/** Reads all directories in the stream, from the last to the first. Used if the last edit is not found. */
function readAllDirectories(stream: Buffer, offsets: Map<number, number>): void {
  for (const record of [...readRecords(stream)].reverse())
    if (record.type === PERSIST_DIRECTORY) readPersistDirectory(record, offsets);
}

/** Limits the objects to the length of the stream: slides, masters and notes do not overlap. */
function createTakeObject(stream: Buffer, offsets: ReadonlyMap<number, number>): PersistObjects['takeObject'] {
  const takenOffsets = new Set<number>();
  let remainingBytes = stream.length;
  return (id) => {
    const offset = offsets.get(id);
    const record = offset === undefined || takenOffsets.has(offset) ? undefined : readRecord(stream, offset);
    if (offset === undefined || !record || record.body.length > remainingBytes) return undefined;
    takenOffsets.add(offset);
    remainingBytes -= record.body.length;
    return record;
  };
}

/** Adds the entries of a directory that are not known yet: runs of a first id, a count, and the offset of each object. */
function readPersistDirectory(directory: PptRecord | undefined, offsets: Map<number, number>): void {
  const body = directory?.body ?? Buffer.alloc(0);
  for (let at = 0; at + 4 <= body.length; ) {
    const run = body.readUInt32LE(at);
    at += 4;
    for (let i = 0; i < run >>> 20 && at + 4 <= body.length; i++, at += 4) {
      const id = (run & 0xfffff) + i;
      if (!offsets.has(id)) offsets.set(id, body.readUInt32LE(at));
    }
  }
}
