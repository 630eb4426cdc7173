import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decodeContent } from '../shared/clean/content-coding.ts';
import { fileNameOf } from '../shared/clean/file-name.ts';
import { readCapture } from '../shared/fetch/warc-read.ts';
import type { SearchRecord } from '../shared/ports/search-index.ts';
import { exportedRecords } from './export-records.ts';
import type { Stores } from './wiring.ts';

/** Of a body once its content coding is undone. Bytes. */
const MAX_BYTES = 200_000_000;

/**
 * Writes the pages and documents of a crawl as they were sent, a file each with a name of its own, and a list of them
 * (`files.jsonl`). Those that are there already are written over by the same.
 *
 * @param types short names (`pdf`, `html` …); none: all.
 * @returns how many were written.
 */
export async function exportFiles(
  crawl: string,
  stores: Pick<Stores, 'objects' | 'index'>,
  folder: string,
  types: readonly string[],
): Promise<number> {
  await mkdir(folder, { recursive: true });
  let written = 0;
  const counted = async function* () {
    for await (const line of writtenFiles(crawl, stores, folder, types)) {
      yield line;
      written++;
    }
  };
  await pipeline(counted, createWriteStream(join(folder, 'files.jsonl')));
  return written;
}

/** Writes a file when its line of the list is asked for. */
async function* writtenFiles(
  crawl: string,
  stores: Pick<Stores, 'objects' | 'index'>,
  folder: string,
  types: readonly string[],
): AsyncGenerator<string> {
  for await (const { id, url, urls, mimeType, fetchedAt, numRefBy, otherFormats } of exportedRecords(crawl, stores)) {
    const record = await stores.index.get(crawl, id);
    if (!record || (types.length > 0 && !types.includes(record.type))) continue;
    const bytes = await bodyOf(record, stores);
    if (!bytes) continue;
    const file = fileNameOf({ url, fetchedAt, mimeType, id });
    await writeFile(join(folder, file), bytes);
    yield `${JSON.stringify({ file, id, url, urls, mimeType, fetchedAt, numRefBy, otherFormats })}\n`;
  }
}

/** @returns undefined: the archive does not have it any more, or it cannot be unpacked. */
async function bodyOf(
  { capture }: SearchRecord,
  { objects }: Pick<Stores, 'objects'>,
): Promise<Uint8Array | undefined> {
  const { key, offset, length } = capture;
  const member = await objects.get(key, { offset, length });
  if (!member || member.length === 0) return undefined;
  const { headers, body } = readCapture(member);
  const coding = headers.filter(([name]) => /^content-encoding$/i.test(name)).map(([, value]) => value);
  const decoded = decodeContent(body, coding.join(','), MAX_BYTES);
  return 'bytes' in decoded ? decoded.bytes : undefined;
}
