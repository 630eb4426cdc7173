/** Records as a Parquet file, for DuckDB, Spark, pandas and the loaders of training data. */
import { zstdCompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Stores } from '../run/wiring.ts';
import type { ExportedRecord } from './exported-record.ts';
import { type OnSkipped, recordsToExport } from './records-to-export.ts';
import { writeChunks } from './write-file.ts';

/** A type of Parquet: `list` is a list of texts, `time` a time in UTC with milliseconds. Only texts and scores may be null. */
type ColumnType = 'text' | 'list' | 'number' | 'time';
type Column = readonly [
  name: string,
  type: ColumnType,
  value: (record: ExportedRecord) => string | string[] | number | Date | null,
];

/** Names and order are those of CSV, with the headings. Dates of pages are texts, because many have no day. */
const COLUMNS: readonly Column[] = [
  ['url', 'text', ({ url }) => url],
  ['title', 'text', ({ title }) => title],
  ['author', 'text', ({ author }) => author],
  ['date', 'text', ({ date }) => date],
  ['language', 'text', ({ language }) => language],
  ['genre', 'text', ({ genre }) => genre ?? null],
  ['type', 'text', ({ mimeType }) => mimeType],
  ['verdict', 'text', ({ verdict }) => verdict],
  ['score', 'number', ({ score }) => score],
  ['classes', 'list', ({ classes }) => classes.map((one) => one.class)],
  ['keywords', 'list', ({ keywords }) => keywords],
  ['description', 'text', ({ description }) => description],
  ['headings', 'list', ({ headings }) => headings],
  ['urls', 'list', ({ urls }) => urls],
  ['fetched', 'time', ({ fetchedAt }) => new Date(fetchedAt)],
  ['id', 'text', ({ id }) => id],
  ['text', 'text', ({ text }) => text],
];

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

/** Returns the elements of a column in the schema, in the forms that every reader knows. */
function schemaOf([name, type]: Column): SchemaElement[] {
  if (type === 'text') return [{ name, ...TEXT, repetition_type: 'OPTIONAL' }];
  if (type === 'number') return [{ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' }];
  if (type === 'time')
    return [{ name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' }];
  return [
    { name, converted_type: 'LIST', repetition_type: 'REQUIRED', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...TEXT, repetition_type: 'REQUIRED' },
  ];
}

/** Maximum number of records of a row group, and maximum length of its texts in UTF-16 units. They are in memory together. */
const MAX_GROUP_RECORDS = 10_000;
const MAX_GROUP_LENGTH = 1 << 24;

/**
 * Writes the records of a crawl to a Parquet file, which appears once it is complete. One row group is in memory at a time.
 *
 * @param onSkipped called for records that cannot be exported
 * @returns the number of records
 * @throws the error of the file
 */
export async function exportParquet(
  crawl: string,
  stores: Pick<Stores, 'objects' | 'index'>,
  file: string,
  onSkipped: OnSkipped,
): Promise<number> {
  let count = 0;
  async function* counted() {
    count = yield* parquetChunks(recordsToExport(crawl, stores, onSkipped));
  }
  await writeChunks(file, counted());
  return count;
}

async function* parquetChunks(
  records: AsyncIterable<{ exported: ExportedRecord }>,
): AsyncGenerator<Uint8Array, number> {
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'record', num_children: COLUMNS.length }, ...COLUMNS.flatMap(schemaOf)],
    codec: 'ZSTD',
    compressors: { ZSTD: (content) => zstdCompressSync(content) },
    createdBy: 'thresher',
  });
  const take = () => {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  };
  let group: ExportedRecord[] = [];
  let length = 0;
  let count = 0;
  const write = () => {
    const columnData = COLUMNS.map(([name, , value]) => ({ name, data: group.map(value) }));
    parquet.write({ columnData, rowGroupSize: group.length });
    count += group.length;
    group = [];
    length = 0;
    return take();
  };
  for await (const { exported } of records) {
    group.push(exported);
    length += exported.text.length;
    if (group.length >= MAX_GROUP_RECORDS || length >= MAX_GROUP_LENGTH) yield write();
  }
  if (group.length > 0) yield write();
  parquet.finish();
  yield take();
  return count;
}
