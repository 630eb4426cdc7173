/** One capture of an object: what becomes of it. */
import type { Capture, CapturePlace } from '../fetch/warc/capture.ts';
import type { ReadCapture } from '../fetch/warc/warc-read.ts';
import { isRedirect, locationOf } from '../http/location.ts';
import type { Counts } from '../ports/control.ts';
import { normalize } from '../url/normalize.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanPage, openPage, passedOver, type ToConvert } from './clean-page.ts';
import type { CleanDocument, DocumentLine, LineHead } from './document.ts';
import { listLineOf } from './list-line.ts';

/** A capture whose document has to be converted, and its line but for the document. */
export type Waiting = { head: LineHead; toConvert: ToConvert };

export type LineOptions = {
  options: CleanOptions;
  /** Gets what has to be converted; absent: such documents are unwanted. */
  waiting?: Waiting[] | undefined;
  /** It ended who cleaned it before: its page is not read. */
  isPassedOver?: boolean;
};

/** Adds to `counts` what became of it. @returns undefined: it has no line, or it waits. */
export function lineOfCapture(found: ReadCapture, counts: Counts, how: LineOptions): DocumentLine | undefined {
  if (found.kind === 'broken') {
    addTo(counts, 'clean.broken');
    return undefined;
  }
  const line = lineOf(found.capture, found.place, how);
  if (line === 'waits') return undefined;
  if (!line) addTo(counts, 'clean.none');
  else if (line.kind === 'document') countDocument(line.document, counts);
  else addTo(counts, `clean.${line.kind}`);
  return line;
}

export function countDocument({ reason, mimeType }: CleanDocument, counts: Counts): void {
  addTo(counts, `clean.${reason ?? 'document'}`);
  addTo(counts, `type.${mimeType || 'unknown'}`);
}

function addTo(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function lineOf(
  capture: Capture,
  place: CapturePlace,
  { options, waiting, isPassedOver }: LineOptions,
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
  if (isPassedOver) return { ...head, kind: 'document', document: passedOver(capture, options) };
  const list = listLineOf(capture, options);
  if (list) return { ...head, ...list };
  const opened = openPage(capture, options);
  if (!('job' in opened)) return { ...head, kind: 'document', document: opened };
  if (!waiting) return { ...head, kind: 'document', document: cleanPage(capture, options) };
  waiting.push({ head, toConvert: opened });
  return 'waits';
}
