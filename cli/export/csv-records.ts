/** Records as CSV, for spreadsheets and data frames. */
import { csvLine } from '../../web/formats/csv-line.ts';
import type { ExportedRecord } from './exported-record.ts';

/** The columns, in order. New columns are added before the text, which is the last and longest one. */
const COLUMNS: readonly [name: string, value: (record: ExportedRecord) => string | number | null][] = [
  ['url', ({ url }) => url],
  ['title', ({ title }) => title],
  ['author', ({ author }) => author],
  ['date', ({ date }) => date],
  ['language', ({ language }) => language],
  ['genre', ({ genre }) => genre ?? null],
  ['type', ({ mimeType }) => mimeType],
  ['verdict', ({ verdict }) => verdict],
  ['score', ({ score }) => score],
  ['classes', ({ classes }) => classes.map((one) => one.class).join('; ')],
  ['keywords', ({ keywords }) => keywords.join('; ')],
  ['description', ({ description }) => description],
  ['urls', ({ urls }) => urls.join(' ')],
  ['fetched', ({ fetchedAt }) => fetchedAt],
  ['id', ({ id }) => id],
  ['text', ({ text }) => text],
];

export const csvHead = csvLine(COLUMNS.map(([name]) => name));

export const csvRecord = (record: ExportedRecord): string => csvLine(COLUMNS.map(([, value]) => value(record)));
