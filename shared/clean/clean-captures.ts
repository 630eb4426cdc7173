/**
 * The room's door: an object of captures becomes an object of documents, a line each, and the next stage is told of it.
 * Its key and its bytes follow from the captures alone, so a repeat writes the same once more.
 */
import type { Capture, CapturePlace } from '../fetch/capture.ts';
import { readCaptures } from '../fetch/warc-read.ts';
import type { Counts } from '../ports/control.ts';
import type { Converter } from '../ports/converter.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import { isRedirect, locationOf } from '../robots/location.ts';
import { normalize } from '../url/normalize.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanPage, convertPage, openPage, type ToConvert } from './clean-page.ts';
import type { CleanDocument, DocumentLine, LineHead } from './document.ts';
import { writeLines } from './lines.ts';
import { listLineOf } from './list-line.ts';
import { readAgain } from './read-again.ts';
import { sitePages } from './site-pages.ts';

export type CleanResult = {
  /** Of the object that was written. */
  key: string;
  /**
   * `clean.document` (a text), `clean.<reason>` (a document that is not to be kept), `clean.moved`, `clean.gone`,
   * `clean.unchanged`, `clean.none` (other answers: no line), `clean.broken` (no readable capture); `type.<media type>`.
   */
  counts: Counts;
};

export type CleanPorts = {
  objects: Objects;
  documents: Queue<ObjectMessage>;
  /** Absent: only pages and texts are read. */
  converter?: Converter;
};

/**
 * @param message names an object of captures.
 * @throws when the object is not there: what is told has been kept before, so this is a fault, and the message comes again.
 */
export async function cleanCaptures(
  message: ObjectMessage,
  ports: CleanPorts,
  options: CleanOptions,
): Promise<CleanResult> {
  const object = await ports.objects.get(message.key);
  if (!object) throw new Error(`no such object: ${message.key}`);
  const key = documentsKey(message.key);
  const counts: Counts = {};
  const waiting: Waiting[] = [];
  const site = options.siteTemplates ? sitePages() : undefined;
  const inBatch = { ...options, onSite: site?.first };
  const pages = [...cleanObject(object, message.key, inBatch, counts, ports.converter && waiting)];
  if (site) readAgain(pages, object, site, options);
  const documents = await convertAll(waiting, ports.converter, options, counts);
  // One frame: what stands behind the first is not read.
  const bytes = writeLines([...pages, ...documents]);
  await ports.objects.put(key, bytes);
  await ports.documents.send([{ crawl: message.crawl, key }]);
  return { key, counts };
}

/** `raw/<crawl>/<date>/<run>.warc.gz` → `clean/<crawl>/<date>/<run>.jsonl.zst`. */
export function documentsKey(capturesKey: string): string {
  const path = capturesKey.replace(/^raw\//, '').replace(/\.warc(?:\.gz)?$/, '');
  return `clean/${path}.jsonl.zst`;
}

/** A capture whose document has to be converted, and its line but for the document. */
type Waiting = { head: LineHead; toConvert: ToConvert };

/**
 * The lines of an object, one by one; adds to `counts` what became of its captures.
 *
 * @param waiting gets what has to be converted; absent: such documents are unwanted.
 */
export function* cleanObject(
  object: Uint8Array,
  key: string,
  options: CleanOptions,
  counts: Counts,
  waiting?: Waiting[],
): Generator<DocumentLine> {
  const count = (name: string) => addTo(counts, name);
  for (const found of readCaptures(object, key)) {
    if (found.kind === 'broken') {
      count('clean.broken');
      continue;
    }
    const line = lineOf(found.capture, found.place, options, waiting);
    if (line === 'waits') continue;
    if (!line) {
      count('clean.none');
      continue;
    }
    if (line.kind === 'document') countDocument(line.document, counts);
    else count(`clean.${line.kind}`);
    yield line;
  }
}

/** One at a time: each may take all the memory that one may take. */
async function convertAll(
  waiting: readonly Waiting[],
  converter: Converter | undefined,
  options: CleanOptions,
  counts: Counts,
): Promise<DocumentLine[]> {
  const lines: DocumentLine[] = [];
  if (!converter) return lines;
  for (const { head, toConvert } of waiting) {
    const document = await convertPage(toConvert, converter, options);
    countDocument(document, counts);
    lines.push({ ...head, kind: 'document', document });
  }
  return lines;
}

function countDocument({ reason, mimeType }: CleanDocument, counts: Counts): void {
  addTo(counts, `clean.${reason ?? 'document'}`);
  addTo(counts, `type.${mimeType || 'unknown'}`);
}

function addTo(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function lineOf(
  capture: Capture,
  place: CapturePlace,
  options: CleanOptions,
  waiting: Waiting[] | undefined,
): DocumentLine | 'waits' | undefined {
  const { url, fetchedAt, status, note } = capture;
  const head = { url, fetchedAt, status, capture: place, note };
  if (capture.record !== 'response' || status === 304) return { ...head, kind: 'unchanged' };
  if (status === 404 || status === 410) return { ...head, kind: 'gone' };
  if (isRedirect(capture)) {
    const location = locationOf(capture);
    const target = location === undefined ? undefined : normalize(location, url, options.rules);
    const permanent = status === 301 || status === 308;
    return { ...head, kind: 'moved', to: target?.kind === 'url' ? target.url : null, permanent };
  }
  if (status < 200 || status > 299) return undefined;
  const list = listLineOf(capture, options);
  if (list) return { ...head, ...list };
  const opened = openPage(capture, options);
  if (!('job' in opened)) return { ...head, kind: 'document', document: opened };
  if (!waiting) return { ...head, kind: 'document', document: cleanPage(capture, options) };
  waiting.push({ head, toConvert: opened });
  return 'waits';
}
