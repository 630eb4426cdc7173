import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CleanDocument, DocumentLine } from '../../shared/clean/document.ts';
import type { SearchIndex, SearchRecord } from '../../shared/ports/search-index.ts';
import { findOtherFormats } from '../../shared/search/other-formats.ts';
import { readJsonLines } from '../../shared/text/json-lines.ts';
import { UsageError } from '../command.ts';
import { openStores, type Stores } from '../run/wiring.ts';
import type { ExportedRecord } from './exported-record.ts';
import { trecDocument } from './trec.ts';

export const EXPORT_FORMATS = ['jsonl', 'trec'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
const WRITERS: Record<ExportFormat, (record: ExportedRecord, crawl: string) => string> = {
  jsonl: (record) => `${JSON.stringify(record)}\n`,
  trec: trecDocument,
};

export function isExportFormat(name: string): name is ExportFormat {
  return Object.hasOwn(WRITERS, name);
}

/**
 * Checks that the output file can be written, before a long crawl starts.
 *
 * @throws UsageError
 */
export async function checkOutput(fileName: string): Promise<void> {
  try {
    await writeFile(partFile(fileName), '');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`-o ${fileName}: ${code === 'ENOENT' ? 'the folder does not exist' : message}`);
  }
}

/**
 * Writes the records of a crawl to a file. The file appears once it is complete. One object of documents is in memory
 * at a time.
 */
export async function exportRecords(
  dir: string,
  crawl: string,
  fileName: string,
  format: ExportFormat = 'jsonl',
): Promise<void> {
  const stores = openStores(dir, 'read');
  const half = partFile(fileName);
  try {
    await pipeline(exportLines(crawl, stores, format), createWriteStream(half));
    await rename(half, fileName);
  } finally {
    await rm(half, { force: true });
    stores.close();
  }
}

function partFile(fileName: string): string {
  return `${fileName}.part`;
}

export async function* exportLines(
  crawl: string,
  stores: Pick<Stores, 'objects' | 'index'>,
  format: ExportFormat,
): AsyncGenerator<string> {
  for await (const { exported } of recordsToExport(crawl, stores)) yield WRITERS[format](exported, crawl);
}

export type RecordToExport = { exported: ExportedRecord; record: SearchRecord };

/** Yields each record with its document. Documents that did not become a record are skipped. */
export async function* recordsToExport(
  crawl: string,
  { objects, index }: Pick<Stores, 'objects' | 'index'>,
): AsyncGenerator<RecordToExport> {
  for await (const key of objects.list(`clean/${crawl}/`)) {
    const bytes = await objects.get(key);
    if (!bytes) continue;
    const found: { document: CleanDocument; record: SearchRecord }[] = [];
    for (const line of readJsonLines<DocumentLine>(bytes)) {
      const record = line.kind === 'document' ? await findRecord(line, crawl, index) : undefined;
      if (line.kind === 'document' && record) found.push({ document: line.document, record });
    }
    const formats = await findOtherFormats(crawl, urlsOf(found), index);
    for (const { document, record } of found)
      yield { exported: exportRecord(document, record, formats(record.url)), record };
  }
}

const urlsOf = (found: readonly { record: SearchRecord }[]): string[] => found.map(({ record }) => record.url);

async function findRecord(line: DocumentLine & { kind: 'document' }, crawl: string, index: SearchIndex) {
  const record = await index.get(crawl, line.document.digest);
  const { key, offset } = line.capture;
  return record?.capture.key === key && record.capture.offset === offset ? record : undefined;
}

function exportRecord(document: CleanDocument, record: SearchRecord, formats: string[]): ExportedRecord {
  const { id, url, verdict, score, classes } = record;
  const fetchedAt = new Date(record.fetchedAt).toISOString();
  const urls = Object.keys(record.urls);
  const known = { numRefBy: urls.length, otherFormats: formats };
  return { ...document, id, url, urls, ...known, fetchedAt, verdict, score, classes };
}
