import type { ByteCursor } from './byte-cursor.ts';

/** A format of archive records: how they start, and how their heads are read. */
export type RecordFormat = {
  /** A record of the format in messages: `a WARC record`. */
  name: string;
  /** Tells whether a file that starts with these bytes, 16 or all that it has, has this format. */
  isFileStart(bytes: Buffer): boolean;
  /** Tells whether the bytes, 16 or all that there are, look like the start of a record. */
  isRecordStart(bytes: Buffer): boolean;
  /** Returns the offset of the next line that starts like a record, after a line break; undefined if there is none. */
  recordStart(bytes: Buffer): number | undefined;
  /** Number of bytes that a line must have to be recognised by `recordStart`, with the line break before it. */
  recordStartBytes: number;
  /**
   * Consumes the head of the record at the cursor.
   *
   * @returns the fields of a WARC record by name in lower case, with `content-length`; undefined if there is no record here
   */
  takeFields(cursor: ByteCursor): Promise<ReadonlyMap<string, string> | undefined>;
};
