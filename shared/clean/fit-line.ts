/**
 * Limits the documents of one object. Captures compress a thousand times, so an object of a few megabytes may have 200 documents of ten
 * megabytes, which the stages would hold in memory.
 */
import { emptyDocument } from './build-document.ts';
import type { CleanOptions } from './clean-options.ts';
import type { DocumentLine } from './document.ts';

/** Length of the lines of an object from which long lines are left out: 24 times the bytes of its captures. Bytes. */
export const MAX_LINES_BYTES = 192 << 20;
/** Maximum length of a line after that, in UTF-16 units of its JSON. Nearly all pages have shorter ones. */
const SHORT_LINE_LENGTH = 256 << 10;

const DETAIL = 'its object has many large documents';

/**
 * Returns a line, or one without content if it is long and its object has too many long lines.
 *
 * @param bytes length of the lines of the object so far
 * @param maxBytes length of the lines from which long ones are left out
 */
export function fitLine(
  line: DocumentLine,
  bytes: number,
  options: CleanOptions,
  maxBytes = MAX_LINES_BYTES,
): DocumentLine {
  if (bytes < maxBytes || JSON.stringify(line).length <= SHORT_LINE_LENGTH) return line;
  if (line.kind === 'list') return { ...line, urls: [], lists: [], reason: 'too-large' };
  if (line.kind !== 'document') return line;
  const { url, fetchedAt, note } = line;
  const page = { url, fetchedAt, note, headers: [], body: new Uint8Array(0) };
  return {
    ...line,
    document: { ...emptyDocument(page, line.document.mimeType, 'too-large', options), detail: DETAIL },
  };
}
