import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { dublinCoreEnd, dublinCoreHead, dublinCoreRecord } from '../../web/formats/dublin-core.ts';
import { marcEnd, marcHead, marcRecord } from '../../web/formats/marcxml.ts';
import { formatJson } from '../output/format-json.ts';
import { alvisEnd, alvisHead, alvisRecord } from './alvis.ts';
import { bibtexRecord } from './bibtex.ts';
import { csvHead, csvRecord } from './csv-records.ts';
import type { ExportedRecord } from './exported-record.ts';
import { gilsEnd, gilsHead, gilsRecord } from './gils.ts';
import { graphMlEnd, graphMlHead, graphMlNodes, linkRows, linkTableHead } from './link-graph.ts';
import { risRecord } from './ris-record.ts';
import { sitemapEnd, sitemapHead, sitemapRecord } from './sitemap.ts';
import { trecDocument } from './trec.ts';

/** Returns a record as one or several whole lines; an empty text if the format has nothing of it. */
type WriteRecord = (record: ExportedRecord, crawl: string) => string;

/** Text before the first record and after the last one. Absent: none. */
type Frame = { head?: string; end?: string };

/** Writes each record by itself. */
export type DirectWriter = Frame & { write: WriteRecord };

type RecordWriter =
  | DirectWriter
  /** Writes what follows from all records, in a first pass over them, and returns what writes each record. */
  | (Frame & { begin(records: AsyncIterable<SearchRecord>): AsyncGenerator<string, WriteRecord> });

/** Formats that write the records of a crawl one after the other. */
const WRITERS = {
  jsonl: { write: (record) => `${formatJson(record)}\n` },
  csv: { head: csvHead, write: csvRecord },
  dc: { head: dublinCoreHead, write: dublinCoreRecord, end: dublinCoreEnd },
  marcxml: { head: marcHead, write: marcRecord, end: marcEnd },
  gils: { head: gilsHead, write: gilsRecord, end: gilsEnd },
  ris: { write: risRecord },
  bibtex: { write: bibtexRecord },
  alvis: { head: alvisHead, write: alvisRecord, end: alvisEnd },
  trec: { write: trecDocument },
  graph: { head: linkTableHead, write: linkRows },
  graphml: { head: graphMlHead, begin: graphMlNodes, end: graphMlEnd },
  sitemap: { head: sitemapHead, write: sitemapRecord, end: sitemapEnd },
  urls: { write: ({ urls }) => urls.map((url) => `${url}\n`).join('') },
} as const satisfies Record<string, RecordWriter>;

/** Name of a format that has records one by one. */
export type RecordFormat = keyof typeof WRITERS;

export const RECORD_FORMATS = Object.keys(WRITERS) as readonly RecordFormat[];

export const isRecordFormat = (name: string): name is RecordFormat => Object.hasOwn(WRITERS, name);

export const recordWriter = (format: RecordFormat): RecordWriter => WRITERS[format];

/** Returns the writer of a format whose records can be divided among files; undefined: each record depends on all. */
export function directWriter(format: RecordFormat): DirectWriter | undefined {
  const writer = recordWriter(format);
  return 'begin' in writer ? undefined : writer;
}
