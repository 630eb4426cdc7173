import { formatJson } from '../output/format-json.ts';
import { csvHead, csvRecord } from './csv-records.ts';
import { dublinCoreEnd, dublinCoreHead, dublinCoreRecord } from './dublin-core.ts';
import type { ExportedRecord } from './exported-record.ts';
import { trecDocument } from './trec.ts';

type RecordWriter = {
  /** Text before the first record. Absent: none. */
  head?: string;
  /** Returns a record as one or several whole lines. */
  write(record: ExportedRecord, crawl: string): string;
  /** Text after the last record. Absent: none. */
  end?: string;
};

/** Formats that write the records of a crawl one after the other. */
const WRITERS = {
  jsonl: { write: (record) => `${formatJson(record)}\n` },
  csv: { head: csvHead, write: csvRecord },
  dc: { head: dublinCoreHead, write: dublinCoreRecord, end: dublinCoreEnd },
  trec: { write: trecDocument },
  urls: { write: ({ urls }) => urls.map((url) => `${url}\n`).join('') },
} as const satisfies Record<string, RecordWriter>;

export type RecordFormat = keyof typeof WRITERS;

export const RECORD_FORMATS = Object.keys(WRITERS) as readonly RecordFormat[];

export const isRecordFormat = (name: string): name is RecordFormat => Object.hasOwn(WRITERS, name);

export const recordWriter = (format: RecordFormat): RecordWriter => WRITERS[format];
