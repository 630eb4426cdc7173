/** One capture of an object: what becomes of it. */
import type { Capture, CaptureLocation } from '../fetch/warc/capture.ts';
import type { ReadCapture } from '../fetch/warc/warc-read.ts';
import { isRedirect, locationOf } from '../http/location.ts';
import type { Counts } from '../ports/control.ts';
import { normalize } from '../url/normalize.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanPage, openPage, type PendingConversion, poisonDocument } from './clean-page.ts';
import type { CleanDocument, DocumentLine, LineHead } from './document.ts';
import { parseListCapture } from './list-capture.ts';

/** A capture whose document has to be converted, and its line but for the document. */
export type PendingCapture = { head: LineHead; conversion: PendingConversion };

export type CaptureOptions = {
  options: CleanOptions;
  /** Gets what has to be converted; absent: such documents are unwanted. */
  pending?: PendingCapture[] | undefined;
  /** It ended who cleaned it before: its page is not read. */
  isPoison?: boolean;
};

/** Adds to `counts` what became of it. @returns undefined: it has no line, or it waits. */
export function cleanCapture(found: ReadCapture, counts: Counts, how: CaptureOptions): DocumentLine | undefined {
  if (found.kind === 'broken') {
    increment(counts, 'clean.broken');
    return undefined;
  }
  const line = buildLine(found.capture, found.place, how);
  if (line === 'waits') return undefined;
  if (!line) increment(counts, 'clean.none');
  else if (line.kind === 'document') countDocument(line.document, counts);
  else increment(counts, `clean.${line.kind}`);
  return line;
}

export function countDocument({ reason, mimeType }: CleanDocument, counts: Counts): void {
  increment(counts, `clean.${reason ?? 'document'}`);
  increment(counts, `type.${mimeType || 'unknown'}`);
}

function increment(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function buildLine(
  capture: Capture,
  place: CaptureLocation,
  { options, pending: waiting, isPoison: isPassedOver }: CaptureOptions,
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
  if (isPassedOver) return { ...head, kind: 'document', document: poisonDocument(capture, options) };
  const list = parseListCapture(capture, options);
  if (list) return { ...head, ...list };
  const opened = openPage(capture, options);
  if (!('job' in opened)) return { ...head, kind: 'document', document: opened };
  if (!waiting) return { ...head, kind: 'document', document: cleanPage(capture, options) };
  waiting.push({ head, conversion: opened });
  return 'waits';
}
