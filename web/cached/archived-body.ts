import { charsetParameter, decodeText } from '../../shared/clean/decode/charset.ts';
import { ANY_RATIO, openBody } from '../../shared/clean/decode/open-body.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';

/**
 * Maximum decoded size of a page that is sanitised while all visitors wait, in bytes: up to 0.25 s per million. A longer page is
 * shown as its extracted text.
 */
const MAX_BYTES = 4_000_000;

/**
 * Returns the text of an archived response, decoded as the clean stage decodes it, also from a gzip file of a document.
 *
 * @returns the text, or undefined if the body is empty, too long, or in an unknown or broken content coding
 */
export function archivedText(capture: Capture): string | undefined {
  const opened = openBody(capture, MAX_BYTES, ANY_RATIO);
  if ('reason' in opened || opened.bytes.length === 0) return undefined;
  const { bytes, contentType } = opened;
  return decodeText(bytes, charsetParameter(contentType), /[/+]xml\b/i.test(contentType)).text;
}
