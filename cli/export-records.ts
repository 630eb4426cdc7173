import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { CleanDocument, DocumentLine } from '../shared/clean/document.ts';
import { readLines } from '../shared/clean/lines.ts';
import type { SearchIndex, SearchRecord } from '../shared/ports/search-index.ts';
import { openStores, type Stores } from './wiring.ts';

/**
 * Writes the records of a crawl, one a line: the fields of `clean`, and `id, urls, fetchedAt, verdict, score, classes`.
 * The file is there once it is whole. One object of documents is in memory at a time.
 */
export async function exportRecords(dir: string, crawl: string, fileName: string): Promise<void> {
  const stores = openStores(dir, 'read');
  const half = `${fileName}.part`;
  const file = createWriteStream(half);
  try {
    for await (const line of recordLines(crawl, stores)) if (!file.write(`${line}\n`)) await once(file, 'drain');
    file.end();
    await finished(file);
  } finally {
    file.destroy();
    stores.close();
  }
  await rename(half, fileName);
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
      if (record) yield JSON.stringify(exported(line.document, record));
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
