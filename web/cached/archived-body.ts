import { charsetParameter, decodeText } from '../../shared/clean/decode/charset.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { decodeContent } from '../../shared/http/content-coding.ts';
import { headerValues } from '../../shared/http/headers.ts';

/**
 * Maximum decoded size of a page that is sanitised while all visitors wait, in bytes: up to 0.25 s per million. A longer page is
 * shown as its extracted text.
 */
const MAX_BYTES = 4_000_000;

/**
 * Returns the text of an archived response, decoded as the clean stage decodes it.
 *
 * @returns the text, or undefined if the body is empty, too long, or in an unknown or broken content coding
 */
export function archivedText(capture: Capture): string | undefined {
  const decoded = decodeContent(capture.body, headerValues(capture.headers, 'content-encoding').join(','), MAX_BYTES);
  if ('reason' in decoded || decoded.bytes.length === 0) return undefined;
  const contentType = headerValues(capture.headers, 'content-type').at(-1) ?? '';
  return decodeText(decoded.bytes, charsetParameter(contentType), /[/+]xml\b/i.test(contentType)).text;
}
