import { escapeText } from 'entities';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import type { DocumentType } from '../../shared/clean/document-type.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { headerValues } from '../../shared/http/headers.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { readPageDirectives } from '../../shared/robots/page-directives.ts';
import { archivedText } from './archived-body.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/**
 * A stored response as a complete, sanitised HTML document. `shown` is what it shows: the page; plain text as it was sent;
 * or, if the response is not text or cannot be decoded, the text that was extracted from it. `cut` tells that only the
 * beginning of a text is shown.
 */
export type ArchivedCopy = { shown: 'page' | 'text' | 'extract'; html: string; cut: boolean };

/**
 * Maximum length of a copy as a JSON string, in bytes. A Lambda function can return 6 MiB of JSON, in which quotes take two bytes and
 * control characters six.
 */
const MAX_COPY_BYTES = 5_990_000;

/** Maximum length of a text, in UTF-16 units: its escapes in HTML and JSON take at most six bytes each. */
const MAX_TEXT_LENGTH = 990_000;

/** Returns the copy, or `noarchive` if the publisher forbids copies by a header or in the page. */
export function archivedCopy(capture: Capture, record: SearchRecord): ArchivedCopy | 'noarchive' {
  const isHtml = record.type === 'html';
  const text = isHtml || PLAIN_TEXT_TYPES.has(record.type) ? archivedText(capture) : undefined;
  const page = isHtml && text !== undefined ? sanitizeHtml(text, capture.url) : undefined;
  const metas = (page?.robots ?? []).map((content) => ({ name: 'robots', content }));
  const directives = readPageDirectives(
    metas,
    headerValues(capture.headers, 'x-robots-tag'),
    DEFAULT_CLEAN_OPTIONS.agent,
  );
  if (directives.noarchive || record.directives?.includes('noarchive')) return 'noarchive';
  if (page && Buffer.byteLength(JSON.stringify(page.html)) <= MAX_COPY_BYTES)
    return { shown: 'page', html: page.html, cut: false };
  if (text !== undefined && !isHtml) return textCopy('text', record.title, text);
  return textCopy('extract', record.title, record.text);
}

/** Types that are readable as they were sent. */
const PLAIN_TEXT_TYPES: ReadonlySet<DocumentType> = new Set(['text', 'markdown', 'json', 'xml', 'latex']);

function textCopy(shown: 'text' | 'extract', title: string, text: string): ArchivedCopy {
  const cut = text.length > MAX_TEXT_LENGTH;
  return { shown, html: textDocument(title, cut ? text.slice(0, MAX_TEXT_LENGTH) : text), cut };
}

function textDocument(title: string, text: string): string {
  return `<!doctype html>
<title>${escapeText(title)}</title>
<style>:root{color-scheme:light dark}body{margin:1.5rem;font:1rem/1.5 ui-monospace,monospace}pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;max-width:80ch;margin:0}</style>
<pre dir="auto">${escapeText(text)}</pre>
`;
}
