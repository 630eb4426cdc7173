import type { DocumentLine } from '../../clean/document.ts';
import { documentsKey } from '../../clean/documents-key.ts';
import { changeTimeOf } from '../../frontier/change-time.ts';
import type { Objects } from '../../ports/objects.ts';
import { readMatchingLines } from '../../text/json-lines.ts';
import type { Url } from '../../url/url.ts';
import { hourPrefix, objectOpenedAt } from './object-time.ts';
import { readSample } from './read-sample.ts';
import { type SamplePorts, type SampleSize, sampleObjects } from './sample-objects.ts';

/** The stored document of a page. */
export type PageDocument = Extract<DocumentLine, { kind: 'document' }>;

/** Where the document of a page may be: the time of a fetch (epoch ms), or the object with a capture of the page. */
export type DocumentHint = { at: number } | { captureKey: string };

/**
 * Maximum time between the opening of an object and a capture in it, in milliseconds. An object closes when the visit that opened
 * it ends, at the latest: after one or two minutes and the requests under way.
 */
const MAX_OPEN_MS = 600_000;

/** Keys have seconds, times have milliseconds. */
const KEY_PRECISION_MS = 1_000;

/** Maximum number of objects that are read for one document: the visits of ten minutes on a hundred workers. */
const MAX_OBJECTS = 300;

/** Number of objects that are read at a time. */
const CONCURRENT_READS = 8;

/**
 * Finds the stored document of a page. Documents have no index; the object is found by the time of the fetch, and often is the
 * first one that is read.
 *
 * @param hints tried in this order
 * @param hasTime checked before each read; absent: no time limit
 * @returns the document, or undefined if no object of these hints has it
 */
export async function findDocument(
  crawl: string,
  url: Url,
  hints: readonly DocumentHint[],
  objects: Pick<Objects, 'list' | 'get'>,
  hasTime: () => boolean = () => true,
): Promise<PageDocument | undefined> {
  const searched = new Set<string>();
  for (const hint of hints) {
    const keys = 'at' in hint ? await keysBefore(crawl, hint.at, objects) : [documentsKey(hint.captureKey)];
    const left = keys.filter((key) => !searched.has(key)).slice(0, MAX_OBJECTS - searched.size);
    for (let i = 0; i < left.length && hasTime(); i += CONCURRENT_READS) {
      const part = left.slice(i, i + CONCURRENT_READS);
      const lines = await Promise.all(part.map((key) => readDocument(key, url, objects)));
      for (const key of part) searched.add(key);
      const line = newestLine(lines.filter((one) => one !== undefined));
      if (line) return line;
    }
  }
  return undefined;
}

/** Lists the objects that were open at a time, the latest opened first. */
async function keysBefore(crawl: string, at: number, objects: Pick<Objects, 'list'>): Promise<string[]> {
  const prefixes = new Set([hourPrefix(crawl, at), hourPrefix(crawl, at - MAX_OPEN_MS)]);
  const found: { key: string; opened: number }[] = [];
  for (const prefix of prefixes)
    for await (const key of objects.list(prefix)) {
      const opened = objectOpenedAt(key);
      if (opened !== undefined && opened <= at + KEY_PRECISION_MS && opened >= at - MAX_OPEN_MS)
        found.push({ key, opened });
    }
  return found.sort((a, b) => b.opened - a.opened).map(({ key }) => key);
}

/** A damaged object has no documents: another hint may lead to the page. */
async function readDocument(key: string, url: Url, objects: Pick<Objects, 'get'>): Promise<PageDocument | undefined> {
  const bytes = await objects.get(key);
  try {
    return bytes && newestLine(documentsOf(readMatchingLines<DocumentLine>(bytes, JSON.stringify(url)).lines, url));
  } catch {
    return undefined;
  }
}

const documentsOf = (lines: readonly DocumentLine[], url: Url): PageDocument[] =>
  lines.filter((line) => line.kind === 'document').filter((line) => line.url === url);

function newestLine(lines: readonly PageDocument[]): PageDocument | undefined {
  return lines.reduce<PageDocument | undefined>(
    (best, line) => (best && changeTimeOf(best) >= changeTimeOf(line) ? best : line),
    undefined,
  );
}

/** Maximum number of objects that are read to find a document whose fetch time is unknown: up to 40,000 pages. */
const MAX_SCANNED = 200;

/**
 * Finds the newest stored document of a page in a sample of all objects, for pages whose last visit brought none.
 *
 * @param hasTime checked before each read; absent: no time limit
 * @returns the document, if there is one, and how much was searched
 */
export async function scanForDocument(
  crawl: string,
  url: Url,
  ports: SamplePorts,
  hasTime: () => boolean = () => true,
): Promise<{ line: PageDocument | undefined; sample: SampleSize }> {
  const found: PageDocument[] = [];
  const read = (bytes: Uint8Array) => {
    const { lines, total } = readMatchingLines<DocumentLine>(bytes, JSON.stringify(url));
    found.push(...documentsOf(lines, url));
    return total;
  };
  const sample = await readSample(await sampleObjects(crawl, ports, MAX_SCANNED), ports.objects, read, hasTime);
  return { line: newestLine(found), sample };
}
