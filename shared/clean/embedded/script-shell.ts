import type { CleanOptions } from '../clean-options.ts';
import { openBody } from '../decode/open-body.ts';
import type { CleanDocument } from '../document.ts';
import type { FetchedPage } from '../fetched-page.ts';

/** Length of the text from which on a page has enough of its own. UTF-16 units. */
const MIN_TEXT = 200;

/** Also of UTF-16, in which each of these characters has a zero byte. */
const SCRIPT = /<\0?s\0?c\0?r\0?i\0?p\0?t\0?[\s/>]/i;

/**
 * Returns whether a page has hardly any text, and scripts that may write more. Data that pages carry for their scripts counts as text.
 *
 * @param document the document of the page
 */
export function isScriptShell(
  page: FetchedPage,
  { text, mimeType, reason }: Pick<CleanDocument, 'text' | 'mimeType' | 'reason'>,
  { maxBytes, maxUnpackRatio }: Pick<CleanOptions, 'maxBytes' | 'maxUnpackRatio'>,
): boolean {
  if (text.length >= MIN_TEXT || !HTML_TYPES.has(mimeType) || (reason !== null && reason !== 'no-content'))
    return false;
  return hasScripts(page, { maxBytes, maxUnpackRatio });
}

/** Returns whether a page has scripts: without any it is no shell, whatever its text. False if its body cannot be read. */
export function hasScripts(
  page: FetchedPage,
  { maxBytes, maxUnpackRatio }: Pick<CleanOptions, 'maxBytes' | 'maxUnpackRatio'>,
): boolean {
  const opened = openBody(page, maxBytes, maxUnpackRatio);
  if ('reason' in opened) return false;
  const { buffer, byteOffset, byteLength } = opened.bytes;
  return SCRIPT.test(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'));
}

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
