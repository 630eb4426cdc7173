/** Decodes the body of a response: its content coding, and one layer of gzip around a document (`paper.ps.gz`). */
import { type DecodedContent, decodeContent } from '../../http/content-coding.ts';
import { hasGzipMagic } from '../../http/gzip-header.ts';
import { type HeaderList, headerValues } from '../../http/headers.ts';
import { GZIP_TYPES, packedExtensionOf } from '../../http/packed-name.ts';
import { essenceOf } from './media-type.ts';

type Body = { url: string; headers: HeaderList; body: Uint8Array };

/** Leaves the ratio to `fetch.maxUnpackRatio` of the crawl, which the clean stage has applied to every page with a record. */
export const ANY_RATIO = Number.POSITIVE_INFINITY;

/** `contentType`: declared type of the bytes, with its parameters; '' if it is unknown. */
export type OpenedBody = { bytes: Uint8Array; contentType: string };

/**
 * Returns the decoded body and its declared type. A gzip file stays packed unless its name is that of a document.
 *
 * @param maxBytes maximum decoded length
 * @param maxRatio maximum ratio of the decoded to the received length beyond 1 MiB; `ANY_RATIO` for a page that has a record
 */
export function openBody(
  page: Body,
  maxBytes: number,
  maxRatio: number,
): OpenedBody | Extract<DecodedContent, { reason: string }> {
  const contentType = contentTypeOf(page);
  const decoded = decodeContent(
    page.body,
    headerValues(page.headers, 'content-encoding').join(','),
    maxBytes,
    maxRatio,
  );
  if ('reason' in decoded) return decoded;
  const { bytes } = decoded;
  const isPacked = isGzip(bytes);
  const isDeclared = GZIP_TYPES.includes(essenceOf(contentType));
  if (!isPacked && !isDeclared) return { bytes, contentType };
  const extension = packedExtensionOf(page);
  if (extension === undefined) return { bytes, contentType };
  const innerType = isDeclared || isUnknown(contentType) ? (TYPES[extension] ?? '') : contentType;
  // Some servers name the content coding gzip for a gzip file, so its only layer is undone.
  if (!isPacked) return { bytes, contentType: innerType };
  const unpacked = decodeContent(bytes, 'gzip', maxBytes, (maxRatio * page.body.length) / bytes.length);
  if ('reason' in unpacked) return unpacked;
  return { bytes: unpacked.bytes, contentType: isTar(unpacked.bytes) ? 'application/x-tar' : innerType };
}

/** Returns the `Content-Type` as sent, or '' if the header is absent. */
export const contentTypeOf = ({ headers }: Pick<Body, 'headers'>): string =>
  headerValues(headers, 'content-type').at(-1) ?? '';

const isGzip = (bytes: Uint8Array): boolean => hasGzipMagic(bytes) && bytes[2] === 8;

const isUnknown = (contentType: string): boolean =>
  contentType === '' || essenceOf(contentType) === 'application/octet-stream';

/** Media types of packed files by extension. The bytes tell the others. */
const TYPES: Record<string, string> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
  text: 'text/plain',
};

/** Position of the magic of a tar header (POSIX.1-1988), in bytes. */
const TAR_MAGIC_AT = 257;

const isTar = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + 5)).toString('latin1') === 'ustar';
