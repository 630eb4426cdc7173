import { parse as parseCsv } from 'csv-parse/sync';
import { parquetMetadata } from 'hyparquet';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { csvHead, csvRecord } from '../../../cli/export/csv-records.ts';
import { markdownFile } from '../../../cli/export/export-markdown.ts';
import { parquetChunks } from '../../../cli/export/export-parquet.ts';
import type { ExportedRecord } from '../../../cli/export/exported-record.ts';
import { RECORD_COLUMNS } from '../../../cli/export/record-columns.ts';

const PLAIN = {
  ...{ id: '01', title: 'Sundews', url: 'http://bog.test/', urls: ['http://bog.test/'], text: 'Leaves.' },
  ...{ headings: [], classes: [], keywords: [], fetchedAt: '2026-05-01T00:00:00.000Z', markdown: '*Leaves.*' },
  ...{ simhash: '00ff', about: { licence: null, reserved: {} }, fields: {} },
} as unknown as ExportedRecord;
const RECORD = {
  ...PLAIN,
  about: { licence: 'https://licences.test/by', reserved: { 'content-usage': 'train-ai=n', noai: 'robots' } },
  fields: { headline: ['A "leaf"; sticky'] },
  items: [{ price: [12.5] }],
  listing: { id: '42' },
} as unknown as ExportedRecord;

const rowOf = (record: ExportedRecord) =>
  (parseCsv(`${csvHead}\n${csvRecord(record)}`, { columns: true }) as Record<string, string>[])[0];
const columnsOf = (record: ExportedRecord) =>
  Object.fromEntries(RECORD_COLUMNS.map(({ name, value }) => [name, value(record)]));

test('tables have the licence, the reserved rights, and as JSON the fields and items of rules and the metadata of seeds', () => {
  expect(rowOf(RECORD)).toMatchObject({
    licence: 'https://licences.test/by',
    reserved: 'content-usage: train-ai=n; noai: robots',
    fields: '{"headline":["A \\"leaf\\"; sticky"]}',
    items: '[{"price":[12.5]}]',
    listing: '{"id":"42"}',
    text: 'Leaves.',
  });
  expect(rowOf(PLAIN)).toMatchObject({ licence: '', reserved: '', fields: '', items: '', listing: '' });
});

test('Parquet also has the Markdown and the fingerprint', () => {
  expect(columnsOf(RECORD)).toMatchObject({
    reserved: ['content-usage: train-ai=n', 'noai: robots'],
    markdown: '*Leaves.*',
    simhash: '00ff',
  });
  expect(columnsOf(PLAIN)).toMatchObject({ licence: null, reserved: [], fields: null, items: null, listing: null });
});

test('row groups of Parquet end at a length, which counts items', async () => {
  const long = { ...RECORD, items: [{ name: ['moss '.repeat(1_200_000)] }] } as unknown as ExportedRecord;
  const parts: Uint8Array[] = [];
  async function* records() {
    for (const exported of [long, long, long, long]) yield { exported };
  }
  for await (const part of parquetChunks(records())) parts.push(part);
  const { row_groups: groups } = parquetMetadata(new Uint8Array(Buffer.concat(parts)).buffer);
  expect(groups.map(({ num_rows: rows }) => Number(rows))).toEqual([3, 1]);
});

test('front matter has the licence, the reserved rights and the fields, if there are any', () => {
  const frontOf = (record: ExportedRecord) => parseYaml(markdownFile(record).split('---\n')[1] as string);
  expect(frontOf(RECORD)).toMatchObject({
    licence: 'https://licences.test/by',
    reserved: { 'content-usage': 'train-ai=n', noai: 'robots' },
    fields: { headline: ['A "leaf"; sticky'] },
  });
  expect(Object.keys(frontOf(PLAIN))).toEqual(['title', 'url', 'fetched', 'id']);
});
