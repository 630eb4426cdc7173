import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { documentTypeOf, parseDocumentType } from '../../shared/clean/document-type.ts';
import { documentFileName } from '../../shared/clean/file-name.ts';
import { readCapture } from '../../shared/fetch/warc/warc-read.ts';
import { decodeContent } from '../../shared/http/content-coding.ts';
import { headerValues } from '../../shared/http/headers.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { UsageError } from '../command.ts';
import type { Stores } from '../run/wiring.ts';
import { recordsToExport } from './export-records.ts';

/** Of a body once its content coding is undone. Bytes. */
const MAX_DECODED_BYTES = 200_000_000;

/**
 * Writes the pages and documents of a crawl as they were sent, a file each with a name of its own, and a list of them
 * (`files.jsonl`). Those that are there already are written over by the same.
 *
 * @param types short names (`pdf`, `html` …); none: all.
 * @returns how many were written.
 * @throws UsageError when the crawl has records, but none of these types.
 */
export async function exportFiles(
  crawl: string,
  stores: Pick<Stores, 'objects' | 'index'>,
  folder: string,
  types: readonly string[],
): Promise<number> {
  await mkdir(folder, { recursive: true });
  let written = 0;
  const met = new Set<string>();
  const counted = async function* () {
    for await (const line of writtenFiles(crawl, stores, folder, types, met)) {
      yield line;
      written++;
    }
  };
  await pipeline(counted, createWriteStream(join(folder, 'files.jsonl')));
  if (types.length > 0 && met.size > 0 && !types.some((type) => met.has(type)))
    throw new UsageError(
      `--type: ${types.join(', ')}: nothing is of that type; there are ${[...met].sort().join(', ')}`,
    );
  return written;
}

/** Writes a file when its line of the list is asked for. @param met types of all records, added as they are met. */
async function* writtenFiles(
  crawl: string,
  stores: Pick<Stores, 'objects' | 'index'>,
  folder: string,
  types: readonly string[],
  met: Set<string>,
): AsyncGenerator<string> {
  for await (const { exported, record } of recordsToExport(crawl, stores)) {
    const { id, url, urls, mimeType, fetchedAt, numRefBy, otherFormats } = exported;
    const type = documentTypeOf(mimeType);
    met.add(type);
    if (types.length > 0 && !types.includes(type)) continue;
    const bytes = await readBody(record, stores);
    if (!bytes) continue;
    const file = documentFileName({ url, fetchedAt, mimeType, id });
    await writeFile(join(folder, file), bytes);
    yield `${JSON.stringify({ file, id, url, urls, mimeType, fetchedAt, numRefBy, otherFormats })}\n`;
  }
}

/** @returns undefined: the archive does not have it any more, or it cannot be unpacked. */
async function readBody(
  { capture }: SearchRecord,
  { objects }: Pick<Stores, 'objects'>,
): Promise<Uint8Array | undefined> {
  const { key, offset, length } = capture;
  const member = await objects.get(key, { offset, length });
  if (!member || member.length === 0) return undefined;
  const { headers, body } = readCapture(member);
  const coding = headerValues(headers, 'content-encoding');
  const decoded = decodeContent(body, coding.join(','), MAX_DECODED_BYTES);
  return 'bytes' in decoded ? decoded.bytes : undefined;
}
