import type { Context } from 'hono';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { sniffMediaType } from '../../shared/clean/decode/media-type.ts';
import { ANY_RATIO, openBody } from '../../shared/clean/decode/open-body.ts';
import { documentFormat } from '../../shared/clean/document-formats.ts';
import { mediaTypeOf, parseDocumentType } from '../../shared/clean/document-type.ts';
import { documentFileName } from '../../shared/clean/file-name.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { headerValues } from '../../shared/http/headers.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { readPageDirectives } from '../../shared/robots/page-directives.ts';
import { ARCHIVED_PAGE_POLICY } from '../headers.ts';

/** Maximum size of a file, in bytes, if the server has no limit. Larger ones are not fetched by default. */
const MAX_BYTES = 100_000_000;

const UNKNOWN_TYPE = 'application/octet-stream';
/** Types that the adapter of Lambda sends as UTF-8. A file may have another encoding. */
const TEXT = /^text\/|[/+](?:json|xml)$/;

export type OriginalFile = { bytes: Uint8Array<ArrayBuffer>; name: string; mediaType: string };

/**
 * Returns the document of a record as the server sent it, unpacked.
 *
 * @returns `noarchive` if the publisher forbids copies; undefined if the file is too large, cut off, empty, or in an unknown coding
 */
export function originalFile(
  capture: Capture,
  record: SearchRecord,
  maxBytes = MAX_BYTES,
): OriginalFile | 'noarchive' | undefined {
  const values = headerValues(capture.headers, 'x-robots-tag');
  const { noarchive } = readPageDirectives([], values, DEFAULT_CLEAN_OPTIONS.agent);
  if (noarchive || record.directives?.includes('noarchive')) return 'noarchive';
  if (capture.truncated) return undefined;
  const opened = openBody(capture, maxBytes, ANY_RATIO);
  if ('reason' in opened || opened.bytes.length === 0 || opened.bytes.length > maxBytes) return undefined;
  // The type that the clean stage saw, and the export names the file by: servers declare PDF files as anything.
  const sniffed = sniffMediaType(opened.contentType, opened.bytes);
  const isTrue = parseDocumentType(sniffed) === record.type;
  const mimeType = isTrue ? sniffed : mediaTypeOf(record.type);
  const fetchedAt = new Date(capture.fetchedAt).toISOString();
  const name = documentFileName({ url: capture.url, fetchedAt, mimeType, id: record.id });
  const isSendable = isTrue && documentFormat(mimeType) !== undefined && !TEXT.test(mimeType);
  return { bytes: opened.bytes as OriginalFile['bytes'], name, mediaType: isSendable ? mimeType : UNKNOWN_TYPE };
}

/** Sends a file to be saved, never to be shown. */
export function sendFile(c: Context, { bytes, name, mediaType }: OriginalFile): Response {
  c.header('content-security-policy', ARCHIVED_PAGE_POLICY);
  c.header('x-robots-tag', 'noindex');
  c.header('content-type', mediaType);
  c.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  return c.body(bytes);
}
