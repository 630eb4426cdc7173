import type { DocumentLine } from '../../../shared/clean/document.ts';
import { documentsKey } from '../../../shared/clean/documents-key.ts';
import { objectKey } from '../../../shared/fetch/warc/capture-writer.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import { writeJsonLines } from '../../../shared/text/json-lines.ts';

/** Key of the captures of an object that was opened at this time, epoch ms. */
export const rawKey = (openedAt: number, run: string): string =>
  objectKey({ stage: 'raw', crawl: 'plants', now: openedAt, run, ending: 'warc.gz' });

/** Stores documents of the crawl `plants` as the clean stage does. @returns the key */
export async function storeDocuments(
  objects: Objects,
  openedAt: number,
  run: string,
  lines: readonly DocumentLine[],
): Promise<string> {
  const key = documentsKey(rawKey(openedAt, run));
  await objects.put(key, writeJsonLines(lines));
  return key;
}
