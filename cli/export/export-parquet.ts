/** Records as a Parquet file, for DuckDB, Spark, pandas and the loaders of training data. */
import { zstdCompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ExportedRecord } from './exported-record.ts';
import { RECORD_COLUMNS, type RecordColumn } from './record-columns.ts';
import { type OnSkipped, type RecordSource, recordsToExport } from './records-to-export.ts';
import { writeChunks } from './write-file.ts';

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

/** Returns the elements of a column in the schema, in the forms that every reader knows. */
function schemaOf({ name, type }: RecordColumn): SchemaElement[] {
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

const cellOf = (column: RecordColumn, record: ExportedRecord) =>
  column.type === 'time' ? new Date(column.value(record)) : column.value(record);

type Cell = ReturnType<typeof cellOf>;

/** Returns the length of the texts of a row: items of extraction rules may be longer than the main text. */
const lengthOf = (cells: readonly Cell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);

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
export function exportParquet(
  crawl: string,
  stores: RecordSource,
  file: string,
  onSkipped: OnSkipped,
): Promise<number> {
  return writeParquet(file, recordsToExport(crawl, stores, onSkipped));
}

/** Writes some records to a Parquet file, as `exportParquet` does. @returns their number */
export async function writeParquet(
  file: string,
  records: AsyncIterable<{ exported: ExportedRecord }>,
): Promise<number> {
  let count = 0;
  async function* counted() {
    count = yield* parquetChunks(records);
  }
  await writeChunks(file, counted());
  return count;
}

/** Yields the parts of a Parquet file, a row group each, and returns the number of records. */
export async function* parquetChunks(
  records: AsyncIterable<{ exported: ExportedRecord }>,
): AsyncGenerator<Uint8Array, number> {
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'record', num_children: RECORD_COLUMNS.length }, ...RECORD_COLUMNS.flatMap(schemaOf)],
    codec: 'ZSTD',
    compressors: { ZSTD: (content) => zstdCompressSync(content) },
    createdBy: 'thresher',
  });
  const take = () => {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  };
  let group: Cell[][] = [];
  let length = 0;
  let count = 0;
  const write = () => {
    const columnData = RECORD_COLUMNS.map(({ name }, i) => ({ name, data: group.map((cells) => cells[i] ?? null) }));
    parquet.write({ columnData, rowGroupSize: group.length });
    count += group.length;
    group = [];
    length = 0;
    return take();
  };
  for await (const { exported } of records) {
    const cells = RECORD_COLUMNS.map((column) => cellOf(column, exported));
    group.push(cells);
    length += lengthOf(cells);
    if (group.length >= MAX_GROUP_RECORDS || length >= MAX_GROUP_LENGTH) yield write();
  }
  if (group.length > 0) yield write();
  parquet.finish();
  yield take();
  return count;
}
