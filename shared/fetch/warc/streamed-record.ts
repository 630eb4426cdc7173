/** A record with the start of its block. */
export type StreamedRecord = {
  kind: 'record';
  /** Value of `WARC-Type`, in lower case. Records of ARC files have that of a WARC record with the same content. */
  type: string;
  /** Fields of a WARC record by name in lower case. */
  fields: ReadonlyMap<string, string>;
  /** The first bytes of the block: as many as `keep` asked for. */
  block: Buffer;
  /** Length of the whole block. Bytes. */
  blockBytes: number;
  /** Method of the request, if the file tells it (`request-methods.ts`). */
  method?: string;
} & RecordPlace;

/** Where a record is. */
export type RecordPlace = {
  /** Offset of the record in the file; of its gzip member if it is compressed. Bytes. */
  offset: number;
  /** Line of the record, counted from 1, if it is not from an archive but from a file of lines. */
  line?: number;
  /** File of the record, if each record is one. */
  file?: string;
};

/** `broken`: bytes without a readable record, which count as one, however long they are. */
export type StreamedItem = StreamedRecord | ({ kind: 'broken'; detail: string } & RecordPlace);

/** Returns how many bytes of a record's block are kept. @param fields by name in lower case */
export type KeepBytes = (fields: ReadonlyMap<string, string>) => number;
