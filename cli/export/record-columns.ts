import type { ExportedRecord } from './exported-record.ts';

/** What a cell has: a text or number, several texts, or a time (ISO 8601, UTC). Only texts and numbers may be null. */
export type RecordColumn = { name: string } & (
  | { type: 'text'; value: (record: ExportedRecord) => string | null }
  | { type: 'number'; value: (record: ExportedRecord) => number | null }
  | { type: 'list'; value: (record: ExportedRecord) => string[] }
  | { type: 'time'; value: (record: ExportedRecord) => string }
);

/**
 * The columns of tables of records, in order. New columns are added before the text, which is the last and longest one. Dates of pages
 * are texts, because many have no day.
 */
export const RECORD_COLUMNS: readonly RecordColumn[] = [
  { name: 'url', type: 'text', value: ({ url }) => url },
  { name: 'title', type: 'text', value: ({ title }) => title },
  { name: 'author', type: 'text', value: ({ author }) => author },
  { name: 'date', type: 'text', value: ({ date }) => date },
  { name: 'language', type: 'text', value: ({ language }) => language },
  { name: 'genre', type: 'text', value: ({ genre }) => genre ?? null },
  { name: 'type', type: 'text', value: ({ mimeType }) => mimeType },
  { name: 'verdict', type: 'text', value: ({ verdict }) => verdict },
  { name: 'score', type: 'number', value: ({ score }) => score },
  { name: 'classes', type: 'list', value: ({ classes }) => classes.map((one) => one.class) },
  { name: 'keywords', type: 'list', value: ({ keywords }) => keywords },
  { name: 'description', type: 'text', value: ({ description }) => description },
  { name: 'headings', type: 'list', value: ({ headings }) => headings },
  { name: 'urls', type: 'list', value: ({ urls }) => urls },
  { name: 'fetched', type: 'time', value: ({ fetchedAt }) => fetchedAt },
  { name: 'id', type: 'text', value: ({ id }) => id },
  { name: 'licence', type: 'text', value: ({ about }) => about?.licence ?? null },
  {
    name: 'reserved',
    type: 'list',
    value: ({ about }) => Object.entries(about?.reserved ?? {}).map((one) => one.join(': ')),
  },
  { name: 'simhash', type: 'text', value: ({ simhash }) => simhash },
  { name: 'group', type: 'text', value: ({ group }) => group ?? null },
  {
    name: 'fields',
    type: 'text',
    value: ({ fields = {} }) => (Object.keys(fields).length > 0 ? JSON.stringify(fields) : null),
  },
  { name: 'items', type: 'text', value: ({ items }) => (items ? JSON.stringify(items) : null) },
  { name: 'listing', type: 'text', value: ({ listing }) => (listing ? JSON.stringify(listing) : null) },
  { name: 'markdown', type: 'text', value: ({ markdown }) => markdown },
  { name: 'text', type: 'text', value: ({ text }) => text },
];
