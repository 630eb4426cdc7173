/** Recognises gzip files of documents, such as `paper.ps.gz`, by their names. */
import { type HeaderList, headerValue } from './headers.ts';

/** Media types of gzip files (RFC 6713, and the name before it). */
export const GZIP_TYPES: readonly string[] = ['application/gzip', 'application/x-gzip'];

/** Extensions of files that are read after unpacking. Data sets, programs and archives (`tar`) are not among them. */
const DOCUMENT_EXTENSIONS: ReadonlySet<string> = new Set([
  ...['txt', 'text', 'html', 'htm', 'xhtml', 'xml', 'md', 'markdown', 'tex'],
  ...['pdf', 'ps', 'eps', 'rtf', 'doc', 'xls', 'ppt'],
]);

/**
 * Returns the extension of the document in a gzip file, in lower case: `ps` for `https://example.org/paper.ps.gz?v=2`. Returns
 * undefined if the URL names no gzip file, or one of another kind.
 */
export function packedExtension(url: string): string | undefined {
  const extension = PACKED.exec(url)?.[1]?.toLowerCase();
  return extension !== undefined && DOCUMENT_EXTENSIONS.has(extension) ? extension : undefined;
}

const PACKED = /^[^?#]*\/[^/?#]*[^/?#.]\.([a-z]+)\.gz(?:[?#]|$)/i;

/** Like `packedExtension`, by the file name in `Content-Disposition` if there is one (RFC 6266). */
export function packedExtensionOf({ url, headers }: { url: string; headers: HeaderList }): string | undefined {
  const name = FILE_NAME.exec(headerValue(headers, 'content-disposition') ?? '')?.[1];
  return packedExtension(name === undefined ? url : `/${name.trim()}`);
}

/** The extended form (`filename*=UTF-8''paper.ps.gz`) escapes no letters or dots, so an extension needs no decoding. */
const FILE_NAME = /;\s*filename(?:\*\s*=\s*[\w-]*'[\w-]*'|\s*=\s*"?)([^";/?#]+)/i;
