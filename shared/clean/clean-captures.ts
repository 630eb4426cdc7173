/**
 * The room's door: an object of captures becomes an object of documents, a line each, and the next stage is told of it.
 * Its key follows from that of the captures, so a repeat takes the place of what was there; its bytes are the same unless a page had
 * to be passed over (`poison-journal.ts`) or a conversion took too long.
 */
import { readCaptures } from '../fetch/warc/warc-read.ts';
import type { Counts } from '../ports/control.ts';
import type { Converter } from '../ports/converter.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import type { StageCache } from '../ports/stage-cache.ts';
import { writeJsonLines } from '../text/lines.ts';
import { type CaptureOptions, cleanCapture, countDocument, type PendingCapture } from './clean-capture.ts';
import type { CleanOptions } from './clean-options.ts';
import { convertPage } from './clean-page.ts';
import type { DocumentLine } from './document.ts';
import { openPoisonJournal, type PoisonJournal } from './poison-journal.ts';
import { recleanChangedPages } from './reclean-pages.ts';
import { createSitePages } from './site-pages.ts';

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
  /** Absent: the next stage reads the object. */
  stageCache?: StageCache;
};

/**
 * @param message names an object of captures.
 * @param receives how often it was given out: from the second time on each page is noted before it is cleaned, and one that ended who
 * cleaned it is passed over (`poison-journal.ts`).
 * @throws when the object is not there: what is told has been kept before, so this is a fault, and the message comes again.
 */
export async function cleanCaptures(
  message: ObjectMessage,
  ports: CleanPorts,
  options: CleanOptions,
  receives = 1,
): Promise<CleanResult> {
  const object = await ports.objects.get(message.key);
  if (!object) throw new Error(`no such object: ${message.key}`);
  const key = documentsKey(message.key);
  const counts: Counts = {};
  const waiting: PendingCapture[] = [];
  const doubts = receives > 1 ? await openPoisonJournal(message.key, ports.objects) : undefined;
  const site = options.siteTemplates ? createSitePages() : undefined;
  const inBatch = { ...options, onSite: site?.firstPass };
  const how = { options: inBatch, waiting: ports.converter && waiting };
  const pages = await cleanObject(object, message.key, counts, how, doubts);
  // No page was the end of anybody, and one that is when it is read again says nothing of the last.
  await doubts?.finish();
  if (site) recleanChangedPages(pages, object, site, options);
  const documents = await convertPending(waiting, ports.converter, options, counts, doubts);
  await doubts?.finish();
  const lines = [...pages, ...documents];
  // One frame: what stands behind the first is not read.
  await ports.objects.put(key, writeJsonLines(lines));
  ports.stageCache?.put(key, lines);
  await ports.documents.send([{ crawl: message.crawl, key }]);
  return { key, counts };
}

/** `raw/<crawl>/<date>/<run>.warc.gz` → `clean/<crawl>/<date>/<run>.jsonl.zst`. */
export function documentsKey(capturesKey: string): string {
  const path = capturesKey.replace(/^raw\//, '').replace(/\.warc(?:\.gz)?$/, '');
  return `clean/${path}.jsonl.zst`;
}

/**
 * The lines of an object; adds to `counts` what became of its captures.
 *
 * @param doubts one of the captures may have ended who cleaned them before; absent: none has.
 */
export async function cleanObject(
  object: Uint8Array,
  key: string,
  counts: Counts,
  how: CaptureOptions,
  doubts?: PoisonJournal,
): Promise<DocumentLine[]> {
  const lines: DocumentLine[] = [];
  for (const found of readCaptures(object, key)) {
    const isPassedOver = doubts?.isPoison(found.place.offset) ?? false;
    if (!isPassedOver) await doubts?.start(found.place.offset);
    const line = cleanCapture(found, counts, { ...how, isPoison: isPassedOver });
    if (line) lines.push(line);
  }
  return lines;
}

/** One at a time: each may take all the memory that one may take. */
async function convertPending(
  waiting: readonly PendingCapture[],
  converter: Converter | undefined,
  options: CleanOptions,
  counts: Counts,
  doubts: PoisonJournal | undefined,
): Promise<DocumentLine[]> {
  const lines: DocumentLine[] = [];
  if (!converter) return lines;
  for (const { head, conversion: toConvert } of waiting) {
    await doubts?.start(head.capture.offset);
    const document = await convertPage(toConvert, converter, options);
    countDocument(document, counts);
    lines.push({ ...head, kind: 'document', document });
  }
  return lines;
}
