/** Turns one capture into one line of the documents object. */
import type { Capture, CaptureLocation } from '../fetch/warc/capture.ts';
import { shownPage } from '../fetch/warc/shown-page.ts';
import type { ReadCapture } from '../fetch/warc/warc-read.ts';
import { isBotCheck } from '../http/bot-check.ts';
import { isRedirect, locationOf } from '../http/location.ts';
import type { Counts } from '../ports/control.ts';
import { normalize } from '../url/normalize.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanPage, openPage, type PendingConversion, skippedDocument } from './clean-page.ts';
import type { CleanDocument, DocumentLine, LineHead } from './document.ts';
import { isScriptShell } from './embedded/script-shell.ts';
import type { FetchedPage } from './fetched-page.ts';
import { parseFoundList, parseListCapture } from './list-capture.ts';

/** A capture whose document needs a conversion, with the head of its line. */
export type PendingCapture = { head: LineHead; conversion: PendingConversion };

export type CaptureOptions = {
  options: CleanOptions;
  /** Collects captures that need a conversion. If it is absent, such documents are `unwanted-type`. */
  pending?: PendingCapture[] | undefined;
  /** Whether the page crashed an earlier worker and is skipped. */
  isPoison?: boolean;
  /** The line that an earlier run made of the capture. Absent: none, or it is not known. */
  earlier?: DocumentLine | undefined;
};

/**
 * Cleans a capture and counts its outcome.
 *
 * @returns the line, or undefined if the capture has none or waits for a conversion
 */
export function cleanCapture(found: ReadCapture, counts: Counts, options: CaptureOptions): DocumentLine | undefined {
  if (found.kind === 'broken') {
    increment(counts, 'clean.broken');
    return undefined;
  }
  const { capture, place } = found;
  const line = buildLine(shownPage(capture), place, options);
  if (line === 'pending') return undefined;
  if (!line) increment(counts, 'clean.none');
  else if (line.kind === 'document') {
    countDocument(line.document, counts);
    if (!capture.rendered && isScriptShell(capture, line.document, options.options)) increment(counts, 'clean.shell');
  } else increment(counts, `clean.${line.kind}`);
  return line;
}

/** Returns the document, or an empty one if its text was deleted from the crawl. */
export function unlessDeleted(document: CleanDocument, page: FetchedPage, options: CleanOptions): CleanDocument {
  return options.deleted?.hasRecord(document.digest) ? skippedDocument(page, 'deleted', options) : document;
}

/** Counts a document by its reason and its media type. */
export function countDocument({ reason, mimeType }: CleanDocument, counts: Counts): void {
  increment(counts, `clean.${reason ?? 'document'}`);
  increment(counts, `type.${mimeType || 'unknown'}`);
}

/**
 * Returns the line of a check for browsers. It has one only if a version that did not know such checks made one. If that was a document, its
 * text is not that of the page: an empty one removes its record.
 */
function lineOfCheck(earlier: DocumentLine, capture: Capture, options: CleanOptions): DocumentLine {
  if (earlier.kind !== 'document') return earlier;
  return { ...earlier, document: skippedDocument(capture, 'bot-check', options) };
}

function increment(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function buildLine(
  capture: Capture,
  place: CaptureLocation,
  { options, pending, isPoison, earlier }: CaptureOptions,
): DocumentLine | 'pending' | undefined {
  const { url, fetchedAt, status, note } = capture;
  if (note.robots) return undefined;
  if (isBotCheck(capture.headers)) return earlier && lineOfCheck(earlier, capture, options);
  const head = { url, fetchedAt, status, capture: place, note };
  const isSuccess = status >= 200 && status < 300;
  if (status === 304 || (capture.record !== 'response' && isSuccess)) return { ...head, kind: 'unchanged' };
  if (status === 404 || status === 410 || note.closed) return { ...head, kind: 'gone' };
  if (isRedirect(capture)) {
    const location = locationOf(capture);
    const target = location === undefined ? undefined : normalize(location, url, options.rules);
    const permanent = status === 301 || status === 308;
    return { ...head, kind: 'moved', to: target?.kind === 'url' ? target.url : null, permanent };
  }
  if (!isSuccess) return undefined;
  if (options.deleted?.hasUrl(url))
    return { ...head, kind: 'document', document: skippedDocument(capture, 'deleted', options) };
  if (isPoison) return { ...head, kind: 'document', document: skippedDocument(capture, 'poison', options) };
  const list = parseListCapture(capture, options);
  if (list) return { ...head, ...list };
  const opened = openPage(capture, options);
  const mimeType = 'job' in opened ? opened.job.mimeType : opened.mimeType;
  // JSON that an extraction rule reads is a page.
  const foundList = 'rule' in opened ? undefined : parseFoundList(capture, mimeType, options);
  if (foundList) return { ...head, ...foundList };
  if (!('job' in opened)) return { ...head, kind: 'document', document: unlessDeleted(opened, capture, options) };
  if (!pending) return { ...head, kind: 'document', document: cleanPage(capture, options) };
  pending.push({ head, conversion: opened });
  return 'pending';
}
