/**
 * Reads WARC files of any length and of any program record by record: compressed by record, compressed as a whole, or plain. Holds
 * the kept part of two records in memory. After damaged bytes it continues at the next record that it finds.
 */
import { ByteCursor } from './byte-cursor.ts';
import { headerLines } from './http-block.ts';
import { DamageError, inflateMember } from './inflate-member.ts';
import { memberAt, nextStart } from './warc-member.ts';

/** A record with the start of its block. */
export type StreamedRecord = {
  kind: 'record';
  /** Value of `WARC-Type`, in lower case. */
  type: string;
  /** Fields by name in lower case. */
  fields: ReadonlyMap<string, string>;
  /** The first bytes of the block: as many as `keep` asked for. */
  block: Buffer;
  /** Length of the whole block. Bytes. */
  blockBytes: number;
  /** Offset of the record in the file; of its gzip member if it is compressed. Bytes. */
  offset: number;
};

/** `broken`: bytes without a readable record, which count as one, however long they are. */
export type StreamedItem = StreamedRecord | { kind: 'broken'; offset: number; detail: string };

/** Opens the bytes of a file from an offset on. Called again after damage. */
export type OpenBytes = (offset: number) => AsyncIterable<Uint8Array>;

/** Returns how many bytes of a record's block are kept. @param fields by name in lower case */
export type KeepBytes = (fields: ReadonlyMap<string, string>) => number;

/** The file has no WARC records. The message says what it is instead, if that is known. */
export class NotWarcError extends Error {
  override readonly name = 'NotWarcError';
}

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
 * @throws NotWarcError if the file does not start like a WARC file, or has no record
 */
export async function* streamRecords(open: OpenBytes, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  const start = await firstBytes(open);
  if (isGzip(start)) return yield* recordsInMembers(open, keep);
  if (!isWarc(start)) throw new NotWarcError(describeStart(start));
  yield* recordsInPlainFile(open, keep);
}

async function firstBytes(open: OpenBytes): Promise<Buffer> {
  const cursor = new ByteCursor(open(0));
  try {
    return (await cursor.fill(START_BYTES)).subarray(0, START_BYTES);
  } finally {
    await cursor.close();
  }
}

const START_BYTES = 16;
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isWarc = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === 'WARC/';

function describeStart(start: Buffer): string {
  if (start.length === 0) return 'the file is empty';
  if (start.toString('latin1', 0, 11) === 'filedesc://')
    return 'an ARC file, the format before WARC; convert it, for example with `warcio recompress`';
  const magic = start.length < 4 ? 0 : start.readUInt32LE(0);
  if (magic === 0xfd2fb528 || (magic & 0xfffffff0) === 0x184d2a50)
    return 'compressed by Zstandard, which is not supported; decompress it first';
  return 'not a WARC file';
}

async function* recordsInPlainFile(open: OpenBytes, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  let from = 0;
  let records = 0;
  // Known once a length led beyond it. Further ones are found out without reading up to there again.
  let fileBytes = Number.POSITIVE_INFINITY;
  for (let damages = 0; damages < MAX_DAMAGES + records; damages++) {
    const cursor = new ByteCursor(open(from), from);
    try {
      if (from > 0 && !(await findRecord(cursor))) return;
      for await (const record of readRecords(cursor, keep, (at) => at, fileBytes)) {
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
async function findRecord(cursor: ByteCursor): Promise<boolean> {
  for (;;) {
    const bytes = await cursor.fill(SEARCH_BYTES);
    const found = recordStart(bytes);
    if (found !== undefined) {
      cursor.consume(found);
      return true;
    }
    if (bytes.length < SEARCH_BYTES) return false;
    cursor.consume(bytes.length - RECORD_START_BYTES);
  }
}

function recordStart(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(RECORD_START); at !== -1; at = bytes.indexOf(RECORD_START, at + 1))
    if (isDigit(bytes[at + RECORD_START.length])) return at + 1;
  return undefined;
}

const SEARCH_BYTES = 1 << 16;
/** The line break before a record, and its first line up to the digit of the version. */
const RECORD_START = Buffer.from('\nWARC/');
const RECORD_START_BYTES = RECORD_START.length + 1;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Bytes that are looked at to inflate a member at once, and the longest content that is. The usual page is far shorter. */
const WINDOW_BYTES = 1 << 18;
const MAX_CONTENT_BYTES = 1 << 21;

async function* recordsInMembers(open: OpenBytes, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  let from = 0;
  let records = 0;
  let isSearching = false;
  let isComplete = false;
  for (let damages = 0; !isComplete && damages < MAX_DAMAGES + records; damages++) {
    const cursor = new ByteCursor(open(from), from);
    let offset = from;
    let startsLikeWarc = false;
    try {
      if (from > 0 && !(await findMember(cursor))) {
        isComplete = true;
        break;
      }
      for (let bytes = await cursor.fill(WINDOW_BYTES); bytes.length > 0; bytes = await cursor.fill(WINDOW_BYTES)) {
        offset = cursor.position;
        startsLikeWarc = false;
        const content = new ByteCursor(contentOf(cursor, bytes));
        try {
          const start = await content.fill(5);
          startsLikeWarc = isWarc(start);
          if (offset === 0 && start.length > 0 && !startsLikeWarc) {
            // A damaged member of a WARC file throws another error here.
            await content.skip(MAX_CONTENT_BYTES);
            throw new NotWarcError('not a WARC file (gzip of something else)');
          }
          const member = offset;
          for await (const record of readRecords(content, keep, () => member)) {
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
      // While it searches, bytes that only look like a member are no damage of their own.
      if (!isSearching || startsLikeWarc) yield { kind: 'broken', offset, detail: error.message };
      isSearching = true;
      from = offset + 1;
    } finally {
      await cursor.close();
    }
  }
  if (records === 0) throw new NotWarcError('no WARC record can be read');
  if (!isComplete) yield notReadOn(from);
}

/** Returns the content of the member at the cursor, and consumes it. */
function contentOf(cursor: ByteCursor, bytes: Buffer): AsyncIterable<Buffer> {
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
async function findMember(cursor: ByteCursor): Promise<boolean> {
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
  offsetAt: (position: number) => number,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<StreamedRecord> {
  let last: { record: StreamedRecord; start: number } | undefined;
  while (await skipLineBreaks(cursor)) {
    const start = cursor.position;
    const head = await takeHead(cursor);
    if (head === undefined) {
      if (!last) throw new DamageError('no WARC record', start);
      throw new DamageError('a WARC record with a wrong length, or without the next one after it', last.start);
    }
    if (last) yield last.record;
    last = undefined;
    const fields = new Map(headerLines(head).map(([name, value]) => [name.toLowerCase(), value]));
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

/** Maximum length of the fields of a record. Bytes. */
const MAX_HEAD_BYTES = 1 << 20;

/** Consumes the fields of a record and the empty line after them. @returns undefined if there is no record here */
async function takeHead(cursor: ByteCursor): Promise<string | undefined> {
  for (let wanted = 1 << 11; wanted <= 2 * MAX_HEAD_BYTES; wanted *= 2) {
    const bytes = await cursor.fill(wanted);
    if (!isWarc(bytes)) return undefined;
    const end = endOfHead(bytes);
    if (end) {
      const head = bytes.toString('utf8', 0, end.length);
      cursor.consume(end.after);
      return head;
    }
    if (bytes.length < wanted) return undefined;
  }
  return undefined;
}

/**
 * Finds the empty line after header fields. Some programs end lines with LF alone.
 *
 * @returns the length of the fields, and the offset after the empty line; undefined if there is none
 */
export function endOfHead(bytes: Buffer): { length: number; after: number } | undefined {
  const usual = bytes.indexOf('\r\n\r\n', 0, 'latin1');
  // The bytes behind the usual end may be many.
  const bare = (usual === -1 ? bytes : bytes.subarray(0, usual)).indexOf('\n\n', 0, 'latin1');
  if (bare !== -1) return { length: bare, after: bare + 2 };
  return usual === -1 ? undefined : { length: usual, after: usual + 4 };
}
