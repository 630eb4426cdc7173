/** Records of PowerPoint's stream before 2007 ([MS-PPT] 2.3.1), and which of them count: a file keeps older states of itself. */
import type { OleFile } from '../../decode/ole.ts';

export type PptRecord = { type: number; instance: number; body: Buffer; isContainer: boolean };

const HEADER_BYTES = 8;
const USER_EDIT = 0x0ff5;
const PERSIST_DIRECTORY = 0x1772;
const ENCRYPTED_TOKEN = 0xf3d1c4df;

/** The records in a row. One that is longer than what is left ends there. */
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

export type PersistObjects = {
  document: PptRecord | undefined;
  isEncrypted: boolean;
  /** @param id that the document names a slide by. @returns undefined as well where it was taken before, under whichever id. */
  takeObject(id: number): PptRecord | undefined;
};

/** Follows the edits of a file from the last one back: the last place of each object counts ([MS-PPT] 2.1.2). */
export function readPersistObjects(ole: OleFile, stream: Buffer): PersistObjects {
  const user = ole.stream('Current User') ?? Buffer.alloc(0);
  const places = new Map<number, number>();
  let documentId = 1;
  let at = user.length >= 20 ? user.readUInt32LE(16) : 0;
  let isEncrypted = user.length >= 16 && user.readUInt32LE(12) === ENCRYPTED_TOKEN;
  const seen = new Set<number>();
  const directories = new Set<number>();
  while (!seen.has(at)) {
    const edit = readRecord(stream, at);
    if (edit?.type !== USER_EDIT || edit.body.length < 20) break;
    if (seen.size === 0) documentId = edit.body.readUInt32LE(16);
    if (edit.body.length >= 32) isEncrypted = true;
    seen.add(at);
    const directory = edit.body.readUInt32LE(12);
    if (!directories.has(directory)) readPersistDirectory(readRecord(stream, directory), places);
    directories.add(directory);
    at = edit.body.readUInt32LE(8);
  }
  // Where the last edit cannot be found, the tables that lie in the file do.
  if (places.size === 0)
    for (const record of [...readRecords(stream)].reverse())
      if (record.type === PERSIST_DIRECTORY) readPersistDirectory(record, places);
  const place = places.get(documentId);
  const document = place === undefined ? undefined : readRecord(stream, place);
  return { document, isEncrypted, takeObject: createTakeObject(stream, places) };
}

/** Slides, masters and notes do not lie in each other: together they are no longer than the stream. */
function createTakeObject(stream: Buffer, places: ReadonlyMap<number, number>): PersistObjects['takeObject'] {
  const taken = new Set<number>();
  let left = stream.length;
  return (id) => {
    const place = places.get(id);
    const record = place === undefined || taken.has(place) ? undefined : readRecord(stream, place);
    if (place === undefined || !record || record.body.length > left) return undefined;
    taken.add(place);
    left -= record.body.length;
    return record;
  };
}

/** Runs of ids: the first of them and how many, and the place of each. */
function readPersistDirectory(directory: PptRecord | undefined, places: Map<number, number>): void {
  const body = directory?.body ?? Buffer.alloc(0);
  for (let at = 0; at + 4 <= body.length; ) {
    const run = body.readUInt32LE(at);
    at += 4;
    for (let i = 0; i < run >>> 20 && at + 4 <= body.length; i++, at += 4) {
      const id = (run & 0xfffff) + i;
      if (!places.has(id)) places.set(id, body.readUInt32LE(at));
    }
  }
}
