/**
 * The clean stage: turns an object of captures into an object of documents, one line each, and queues it for the next stage.
 * The key of the documents follows from the key of the captures, so a repeated run overwrites its earlier result. The bytes are
 * the same unless a page was skipped as poison (`poison-journal.ts`) or a conversion timed out.
 */
import { readCaptures } from '../fetch/warc/warc-read.ts';
import { findResourceFault } from '../http/local-fault.ts';
import { TooLittleTimeError } from '../http/too-little-time.ts';
import type { CapturedUrls } from '../ports/captured-urls.ts';
import type { Counts } from '../ports/control.ts';
import type { Converter } from '../ports/converter.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import type { StageCache } from '../ports/stage-cache.ts';
import { formatNoun } from '../text/format-count.ts';
import { type JsonLineList, openJsonLineList } from '../text/json-line-list.ts';
import { packJsonLines } from '../text/json-lines.ts';
import type { Url } from '../url/url.ts';
import {
  type CaptureOptions,
  cleanCapture,
  countDocument,
  type PendingCapture,
  unlessDeleted,
} from './clean-capture.ts';
import type { CleanOptions } from './clean-options.ts';
import { convertPage } from './clean-page.ts';
import type { DocumentLine, LineHead } from './document.ts';
import { documentsKey } from './documents-key.ts';
import { openPoisonJournal, type PoisonJournal } from './poison-journal.ts';
import { type CleanedPage, recleanChangedPages } from './reclean-pages.ts';
import { createSitePages } from './site-pages.ts';

/** Result of cleaning the captures of one object. */
export type CleanResult = {
  /** Key of the object that was written. */
  key: string;
  /**
   * Captures by outcome: `clean.document` (a text), `clean.<reason>` (a document that is not kept), `clean.moved`, `clean.gone`,
   * `clean.unchanged`, `clean.list`, `clean.shell` (besides its document: a page that scripts would fill, see `embedded/script-shell.ts`), `clean.none` (other statuses, which have no line), `clean.broken` (an unreadable capture).
   * Documents by type: `type.<media type>`.
   */
  counts: Counts;
  /**
   * What the object has lost, in words, with its key. Another run reads the same bytes, so the message belongs to the dead letters.
   * Absent: all captures were read.
   */
  damage?: string;
};

/** Stores, queue and converter of the clean stage. */
export type CleanPorts = {
  objects: Objects;
  documents: Queue<ObjectMessage>;
  /** If it is absent, only HTML and text are read. */
  converter?: Converter;
  /** If it is absent, the next stage reads the object. */
  stageCache?: StageCache;
  /** If it is absent, the versions of a page are found by reading objects. */
  capturedUrls?: Pick<CapturedUrls, 'set'>;
};

/**
 * @param message the key of an object of captures
 * @param receives how often the message was delivered. From the second delivery on, a journal marks each page before it is
 * cleaned and skips pages that crashed a worker (`poison-journal.ts`).
 * @throws Error if the object does not exist or is empty. Objects are stored before they are queued, so the message is retried.
 */
export async function cleanCaptures(
  message: ObjectMessage,
  ports: CleanPorts,
  options: CleanOptions,
  receives = 1,
): Promise<CleanResult> {
  const object = await ports.objects.get(message.key);
  if (!object) throw new Error(`no such object: ${message.key}`);
  if (object.length === 0) throw new Error(`object ${message.key} is damaged: it is empty`);
  const key = documentsKey(message.key);
  const counts: Counts = {};
  const journal = receives > 1 ? await openPoisonJournal(message.key, ports.objects) : undefined;
  const work = { options, converter: ports.converter, journal };
  const { lines, urls } = await cleanWholeObject(object, message.key, counts, work).catch((error) =>
    clearMark(journal, error),
  );
  await ports.objects.put(key, packJsonLines(lines));
  ports.capturedUrls?.set(key, urls);
  if (ports.stageCache) ports.stageCache.put(key, lines);
  else lines.release();
  await ports.documents.send([{ crawl: message.crawl, key }]);
  const damage = findDamage(object, message, counts);
  return { key, counts, ...(damage !== undefined && { damage }) };
}

/** Removes the mark of a page that was interrupted by a lack of time or of resources of this machine, which is not the fault of the page. @throws `error` */
async function clearMark(journal: PoisonJournal | undefined, error: unknown): Promise<never> {
  // The same lack may prevent it. One mark that stays is harmless.
  if (findResourceFault(error) || error instanceof TooLittleTimeError) await journal?.finish().catch(() => {});
  throw error;
}

function findDamage(object: Uint8Array, { key, bytes }: ObjectMessage, counts: Counts): string | undefined {
  const broken = counts['clean.broken'] ?? 0;
  const found: string[] = [];
  if (bytes !== undefined && object.length !== bytes) found.push(`it has ${object.length} of ${bytes} bytes`);
  if (broken > 0) found.push(`${formatNoun(broken, 'capture')} cannot be read`);
  return found.length === 0 ? undefined : `object ${key} is damaged: ${found.join(', ')}; the others are cleaned`;
}

/** The lines of an object, and the URLs of its documents in their order. */
type CleanedObject = { lines: JsonLineList; urls: Url[] };

/** What cleans an object. */
type ObjectWork = {
  options: CleanOptions;
  /** Absent: documents that need a conversion are `unwanted-type`. */
  converter?: Converter | undefined;
  journal?: PoisonJournal | undefined;
  /** Lines that an earlier run made of the captures, by offset. Absent: not known. */
  earlier?: ReadonlyMap<number, DocumentLine>;
};

/**
 * Cleans all captures of an object, with what they tell about their sites, and converts documents. Stores nothing but marks of
 * the journal.
 *
 * @param counts the outcome of each capture is added to it
 * @returns the lines of pages, then those of converted documents
 */
export async function cleanWholeObject(
  object: Uint8Array,
  key: string,
  counts: Counts,
  work: ObjectWork,
): Promise<CleanedObject> {
  const { options, converter, journal } = work;
  const pending: PendingCapture[] = [];
  const site = options.siteTemplates ? createSitePages() : undefined;
  const batchOptions: CleanOptions = { ...options, chooseWithSite: site?.firstPass };
  const captureOptions: CaptureOptions = { options: batchOptions, pending: converter && pending };
  // Lines are written at once: a document may keep its whole page in memory, by slices.
  const cleaned: CleanedObject = { lines: openJsonLineList(), urls: [] };
  const pages: CleanedPage[] = [];
  for await (const line of cleanObject(object, key, counts, captureOptions, work)) {
    if (site && line.kind === 'document' && line.document.text !== '')
      pages.push({ index: cleaned.lines.count, head: headOf(line) });
    addLine(cleaned, line);
  }
  // Clears the mark of the last page: a crash in the second pass is not its fault.
  await journal?.finish();
  if (site) recleanChangedPages(pages, cleaned.lines, object, site, options);
  for await (const line of convertPending(pending, converter, options, counts, journal)) addLine(cleaned, line);
  await journal?.finish();
  return cleaned;
}

const headOf = ({ url, fetchedAt, status, capture, note }: LineHead): LineHead => ({
  ...{ url, fetchedAt, status, capture, note },
});

function addLine({ lines, urls }: CleanedObject, line: DocumentLine): void {
  lines.add(line);
  if (line.kind === 'document') urls.push(line.url);
}

/**
 * Cleans the captures of an object one after the other and yields their lines.
 *
 * @param counts the outcome of each capture is added to it
 * @param work.journal marks pages and skips poison pages; absent on the first delivery
 */
export async function* cleanObject(
  object: Uint8Array,
  key: string,
  counts: Counts,
  options: CaptureOptions,
  { journal, earlier }: Pick<ObjectWork, 'journal' | 'earlier'> = {},
): AsyncGenerator<DocumentLine> {
  for (const found of readCaptures(object, key)) {
    const isPoison = journal?.isPoison(found.place.offset) ?? false;
    if (!isPoison) await journal?.start(found.place.offset);
    const line = cleanCapture(found, counts, { ...options, isPoison, earlier: earlier?.get(found.place.offset) });
    if (line) yield line;
  }
}

/** Converts one document at a time: each may use all the memory that the converter is allowed. */
async function* convertPending(
  pending: readonly PendingCapture[],
  converter: Converter | undefined,
  options: CleanOptions,
  counts: Counts,
  journal: PoisonJournal | undefined,
): AsyncGenerator<DocumentLine> {
  if (!converter) return;
  for (const { head, conversion } of pending) {
    await journal?.start(head.capture.offset);
    const document = unlessDeleted(await convertPage(conversion, converter, options), conversion.page, options);
    countDocument(document, counts);
    yield { ...head, kind: 'document', document };
  }
}
