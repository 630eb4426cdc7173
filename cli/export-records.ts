import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CleanDocument, DocumentLine } from '../shared/clean/document.ts';
import { readLines } from '../shared/clean/lines.ts';
import type { SearchIndex, SearchRecord } from '../shared/ports/search-index.ts';
import { UsageError } from './command.ts';
import { openStores, type Stores } from './wiring.ts';

/** Asked before a crawl begins: it would be a pity to learn of it at the end. @throws UsageError */
export async function checkOutput(fileName: string): Promise<void> {
  try {
    await writeFile(halfOf(fileName), '');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`-o ${fileName}: ${code === 'ENOENT' ? 'no such folder' : message}`);
  }
}

/**
 * Writes the records of a crawl, one a line: the fields of `clean`, and `id, urls, fetchedAt, verdict, score, classes`.
 * The file is there once it is whole. One object of documents is in memory at a time.
 */
export async function exportRecords(dir: string, crawl: string, fileName: string): Promise<void> {
  const stores = openStores(dir, 'read');
  const half = halfOf(fileName);
  try {
    await pipeline(recordLines(crawl, stores), createWriteStream(half));
    await rename(half, fileName);
  } finally {
    await rm(half, { force: true });
    stores.close();
  }
}

function halfOf(fileName: string): string {
  return `${fileName}.part`;
}

/** A record is the document of the capture that it was made from; documents that became none are passed over. */
async function* recordLines(
  crawl: string,
  { objects, index }: Pick<Stores, 'objects' | 'index'>,
): AsyncGenerator<string> {
  for await (const key of objects.list(`clean/${crawl}/`)) {
    const bytes = await objects.get(key);
    if (!bytes) continue;
    for (const line of readLines<DocumentLine>(bytes)) {
      if (line.kind !== 'document') continue;
      const record = await recordOf(line, crawl, index);
      if (record) yield `${JSON.stringify(exported(line.document, record))}\n`;
    }
  }
}

async function recordOf(line: DocumentLine & { kind: 'document' }, crawl: string, index: SearchIndex) {
  const record = await index.get(crawl, line.document.digest);
  const { key, offset } = line.capture;
  return record?.capture.key === key && record.capture.offset === offset ? record : undefined;
}

function exported(document: CleanDocument, record: SearchRecord): object {
  const { id, url, verdict, score, classes } = record;
  const fetchedAt = new Date(record.fetchedAt).toISOString();
  return { ...document, id, url, urls: Object.keys(record.urls), fetchedAt, verdict, score, classes };
}
