import type { CleanDocument, DocumentLine } from '../../clean/document.ts';
import { changeTimeOf } from '../../frontier/change-time.ts';
import { readJsonLines } from '../../text/json-lines.ts';
import type { Url } from '../../url/url.ts';
import { readSample } from './read-sample.ts';
import { type SamplePorts, type SampleSize, sampleObjects } from './sample-objects.ts';

/**
 * Reads a sample of the stored documents of a crawl. Of each URL only the newest document counts, and none if the page is gone or moved
 * since.
 *
 * @param pages maximum number of pages that are read, rounded up to whole objects
 * @param convert returns the value to keep for a document, or undefined for none. Documents are not kept in memory
 */
export async function readNewestDocuments<T>(
  crawl: string,
  ports: SamplePorts,
  pages: number,
  convert: (document: CleanDocument, fetchedAt: number) => T | undefined,
): Promise<{ kept: T[]; sample: SampleSize }> {
  const newest = new Map<Url, { at: number; value: T | undefined }>();
  const add = (line: DocumentLine): void => {
    const { url, fetchedAt } = line;
    const at = changeTimeOf(line);
    if (at < (newest.get(url)?.at ?? 0)) return;
    const hasEnded = !line.note.held && (line.kind === 'gone' || (line.kind === 'moved' && line.permanent));
    if (hasEnded) newest.set(url, { at, value: undefined });
    if (line.kind === 'document') newest.set(url, { at, value: convert(line.document, fetchedAt) });
  };
  let left = pages;
  const sample = await readSample(
    await sampleObjects(crawl, ports, pages),
    ports.objects,
    (bytes) => {
      const lines = [...readJsonLines<DocumentLine>(bytes)];
      for (const line of lines) add(line);
      left -= lines.length;
      return lines.length;
    },
    () => left > 0,
  );
  return { kept: [...newest.values()].flatMap(({ value }) => (value === undefined ? [] : [value])), sample };
}
