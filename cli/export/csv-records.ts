/** Records as CSV, for spreadsheets and data frames. */
import { csvLine } from '../../web/formats/csv-line.ts';
import type { ExportedRecord } from './exported-record.ts';
import { RECORD_COLUMNS, type RecordColumn } from './record-columns.ts';

/** Columns of Parquet only: a table for people has no room for the headings of a page, and has its text once. */
const NOT_IN_CSV = new Set(['headings', 'simhash', 'markdown']);
const COLUMNS = RECORD_COLUMNS.filter(({ name }) => !NOT_IN_CSV.has(name));

export const csvHead = csvLine(COLUMNS.map(({ name }) => name));

export const csvRecord = (record: ExportedRecord): string => csvLine(COLUMNS.map((column) => cellOf(column, record)));

/** Joins the texts of a list. URLs have no blanks. */
function cellOf(column: RecordColumn, record: ExportedRecord): string | number | null {
  return column.type === 'list' ? column.value(record).join(column.name === 'urls' ? ' ' : '; ') : column.value(record);
}
