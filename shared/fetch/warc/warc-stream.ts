/**
 * Reads WARC and ARC files of any length and of any program record by record: compressed by record (gzip, Zstandard), compressed as a
 * whole, or plain. Holds the kept part of two records in memory. After damaged bytes it continues at the next record that it finds.
 */
import { ARC } from './arc-format.ts';
import { ByteCursor } from './byte-cursor.ts';
import { DamageError, inflateMember } from './inflate-member.ts';
import type { RecordFormat } from './record-format.ts';
import type { KeepBytes, StreamedItem, StreamedRecord } from './streamed-record.ts';
import { WARC } from './warc-format.ts';
import { memberAt, nextStart } from './warc-member.ts';
import { isZstandard, nextFrame, readDictionary, unpackFrame } from './zstd-frame.ts';

/** Opens the bytes of a file from an offset on. Called again after damage. */
export type OpenBytes = (offset: number) => AsyncIterable<Uint8Array>;

/** The file has no records. The message says what it is instead, if that is known. */
export class NotArchiveError extends Error {
  override readonly name = 'NotArchiveError';
}

/** The file has bytes of another format. */
export class OtherFormatError extends NotArchiveError {}

/**
 * Number of damaged places, beyond the number of readable records, after which a file is not read on: then its bytes look like records
 * by chance.
 */
const MAX_DAMAGES = 1_000;

const notReadOn = (offset: number): StreamedItem => ({
  kind: 'broken',
  offset,
  detail: 'the rest is not read: too many damaged places',
});

/**
 * @throws NotArchiveError if the file does not start like a WARC or ARC file, or has no record
 */
export async function* streamRecords(open: OpenBytes, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  const start = await firstBytes(open);
  if (isGzip(start)) return yield* recordsInMembers(open, keep, GZIP);
  if (isZstandard(start)) return yield* recordsInMembers(open, keep, await zstandard(open));
  const format = formatOf(start);
  if (start.length === 0) throw new NotArchiveError('the file is empty');
  if (!format) throw new OtherFormatError('not a WARC or ARC file');
  yield* recordsInPlainFile(open, keep, format);
}

async function firstBytes(open: OpenBytes): Promise<Buffer> {
  const cursor = new ByteCursor(open(0));
  try {
    return (await cursor.fill(START_BYTES)).subarray(0, START_BYTES);
  } finally {
    await cursor.close();
  }
}

/** Number of bytes at the start of a file that tell its format. */
const START_BYTES = 16;
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Returns the format that the first bytes of a file show. */
const formatOf = (start: Buffer): RecordFormat | undefined => [WARC, ARC].find((format) => format.isFileStart(start));

async function* recordsInPlainFile(
  open: OpenBytes,
  keep: KeepBytes,
  format: RecordFormat,
): AsyncGenerator<StreamedItem> {
  let from = 0;
  let records = 0;
  // Known once a length led beyond it. Further ones are found out without reading up to there again.
  let fileBytes = Number.POSITIVE_INFINITY;
  for (let damages = 0; damages < MAX_DAMAGES + records; damages++) {
    const cursor = new ByteCursor(open(from), from);
    try {
      if (from > 0 && !(await findRecord(cursor, format))) return;
      for await (const record of readRecords(cursor, keep, format, (at) => at, fileBytes)) {
        records++;
        yield record;
      }
      return;
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      if ((await cursor.fill(1)).length === 0) fileBytes = cursor.position;
      const offset = error.at ?? cursor.position;
      yield { kind: 'broken', offset, detail: error.message };
      // A wrong length may have led past other records.
      from = offset + 1;
    } finally {
      await cursor.close();
    }
  }
  yield notReadOn(from);
}

/** Moves to the next line that starts like a record. @returns whether there is one */
async function findRecord(cursor: ByteCursor, { recordStart, recordStartBytes }: RecordFormat): Promise<boolean> {
  for (;;) {
    const bytes = await cursor.fill(SEARCH_BYTES);
    const found = recordStart(bytes);
    if (found !== undefined) {
      cursor.consume(found);
      return true;
    }
    if (bytes.length < SEARCH_BYTES) return false;
    cursor.consume(bytes.length - recordStartBytes);
  }
}

/** Number of bytes that are searched at a time for the start of a record or a member. */
const SEARCH_BYTES = 1 << 16;

/** A compression of parts of a file on their own: members of gzip, frames of Zstandard. */
type Packing = {
  name: string;
  /** Returns the offset of the next bytes that look like the start of a part; the length of the bytes if there are none. */
  nextStart(bytes: Buffer, from: number): number;
  /** Returns the content of the part at the cursor, and consumes it. @param bytes the bytes at the cursor */
  contentOf(cursor: ByteCursor, bytes: Buffer): AsyncIterable<Buffer>;
};

const GZIP: Packing = { name: 'gzip', nextStart, contentOf: contentOfMember };

/** @throws NotArchiveError if the dictionary at the start of the file cannot be read */
async function zstandard(open: OpenBytes): Promise<Packing> {
  const cursor = new ByteCursor(open(0));
  try {
    const dictionary = await readDictionary(cursor);
    const contentOf: Packing['contentOf'] = (from, bytes) => unpackFrame(from, bytes, MAX_CONTENT_BYTES, dictionary);
    return { name: 'Zstandard', nextStart: nextFrame, contentOf };
  } catch (error) {
    throw error instanceof DamageError ? new NotArchiveError(error.message) : error;
  } finally {
    await cursor.close();
  }
}

/** Bytes that are looked at to inflate a member at once, and the longest content that is. The usual page is far shorter. */
const WINDOW_BYTES = 1 << 18;
const MAX_CONTENT_BYTES = 1 << 21;

async function* recordsInMembers(open: OpenBytes, keep: KeepBytes, packing: Packing): AsyncGenerator<StreamedItem> {
  let format = WARC;
  let from = 0;
  let records = 0;
  let isSearching = false;
  let isComplete = false;
  let firstDamage = '';
  for (let damages = 0; !isComplete && damages < MAX_DAMAGES + records; damages++) {
    const cursor = new ByteCursor(open(from), from);
    let offset = from;
    let startsLikeRecord = false;
    try {
      if (from > 0 && !(await findMember(cursor, packing))) {
        isComplete = true;
        break;
      }
      for (let bytes = await cursor.fill(WINDOW_BYTES); bytes.length > 0; bytes = await cursor.fill(WINDOW_BYTES)) {
        offset = cursor.position;
        startsLikeRecord = false;
        const content = new ByteCursor(packing.contentOf(cursor, bytes));
        try {
          const start = (await content.fill(START_BYTES)).subarray(0, START_BYTES);
          if (records === 0) format = formatOf(start) ?? (offset > 0 && ARC.isRecordStart(start) ? ARC : format);
          startsLikeRecord = format.isRecordStart(start);
          if (offset === 0 && start.length > 0 && !startsLikeRecord) {
            // A damaged member of a WARC file throws another error here.
            await content.skip(MAX_CONTENT_BYTES);
            throw new OtherFormatError(`not a WARC or ARC file (${packing.name} of something else)`);
          }
          const member = offset;
          for await (const record of readRecords(content, keep, format, () => member)) {
            records++;
            yield record;
          }
        } finally {
          await content.close();
        }
        isSearching = false;
      }
      isComplete = true;
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      firstDamage ||= error.message;
      // While it searches, bytes that only look like a member are no damage of their own.
      if (!isSearching || startsLikeRecord) yield { kind: 'broken', offset, detail: error.message };
      isSearching = true;
      from = offset + 1;
    } finally {
      await cursor.close();
    }
  }
  if (records === 0) throw new NotArchiveError(`no record can be read${firstDamage && ` (${firstDamage})`}`);
  if (!isComplete) yield notReadOn(from);
}

/** Returns the content of the member at the cursor, and consumes it. */
function contentOfMember(cursor: ByteCursor, bytes: Buffer): AsyncIterable<Buffer> {
  const member = memberAt(bytes, 0, MAX_CONTENT_BYTES);
  // Damaged, or too long for one step.
  if (typeof member === 'string') return inflateMember(cursor);
  cursor.consume(member.length);
  return oneChunk(member.content as Buffer);
}

async function* oneChunk(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}

/** Moves to the next bytes that look like the start of a member. @returns whether there are any */
async function findMember(cursor: ByteCursor, { nextStart }: Packing): Promise<boolean> {
  for (;;) {
    const bytes = await cursor.fill(SEARCH_BYTES);
    const found = nextStart(bytes, 0);
    if (found < bytes.length) {
      cursor.consume(found);
      return true;
    }
    if (bytes.length < SEARCH_BYTES) return false;
    cursor.consume(bytes.length - 3);
  }
}

/**
 * Reads records up to the end of the bytes. A record is yielded once the next one is found or the bytes end, because only then its
 * length, and the checksum of its member, are known to be right.
 *
 * @param end position of the end of the bytes, if it is known
 * @throws DamageError
 */
async function* readRecords(
  cursor: ByteCursor,
  keep: KeepBytes,
  { name, takeFields }: RecordFormat,
  offsetAt: (position: number) => number,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<StreamedRecord> {
  let last: { record: StreamedRecord; start: number } | undefined;
  while (await skipLineBreaks(cursor)) {
    const start = cursor.position;
    const fields = await takeFields(cursor);
    if (fields === undefined) {
      if (!last) throw new DamageError(`not ${name}`, start);
      throw new DamageError(`${name} with a wrong length, or without the next one after it`, last.start);
    }
    if (last) yield last.record;
    last = undefined;
    const blockBytes = Number(fields.get('content-length') ?? Number.NaN);
    if (!Number.isSafeInteger(blockBytes) || blockBytes < 0) throw new DamageError('no valid Content-Length', start);
    if (blockBytes > end - cursor.position) throw new DamageError('the record ends early', start);
    const kept = Math.min(blockBytes, keep(fields));
    const block = await cursor.take(kept);
    if (block.length < kept || !(await cursor.skip(blockBytes - kept)))
      throw new DamageError('the record ends early', start);
    const type = (fields.get('warc-type') ?? '').toLowerCase();
    last = { record: { kind: 'record', type, fields, block, blockBytes, offset: offsetAt(start) }, start };
  }
  if (last) yield last.record;
}

/** @returns whether bytes follow */
async function skipLineBreaks(cursor: ByteCursor): Promise<boolean> {
  for (;;) {
    const bytes = await cursor.fill(1);
    if (bytes.length === 0) return false;
    let n = 0;
    while (bytes[n] === 0x0d || bytes[n] === 0x0a) n++;
    cursor.consume(n);
    if (n < bytes.length) return true;
  }
}
