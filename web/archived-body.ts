import { charsetOf, decodeText } from '../shared/clean/decode/charset.ts';
import type { Capture } from '../shared/fetch/warc/capture.ts';
import { decodeContent } from '../shared/http/content-coding.ts';
import { headerValues } from '../shared/http/headers.ts';

/** Longer pages are shown as the text that was read out of them: writing one anew costs time while a visitor waits. */
const MOST_BYTES = 10_000_000;

/**
 * The text of an archived answer, its content coding and encoding undone as they are when it is cleaned.
 *
 * @returns undefined when it cannot be read: an unknown or broken coding, too long, or nothing there.
 */
export function archivedText(capture: Capture): string | undefined {
  const decoded = decodeContent(capture.body, headerValues(capture.headers, 'content-encoding').join(','), MOST_BYTES);
  if ('reason' in decoded || decoded.bytes.length === 0) return undefined;
  const contentType = headerValues(capture.headers, 'content-type').at(-1) ?? '';
  return decodeText(decoded.bytes, charsetOf(contentType), /[/+]xml\b/i.test(contentType)).text;
}
