/** Names documents as files of one folder, after CINDI's File Fetcher (C. Rui Chen, the CINDI Robot, 4.5): a shortened stem and a time. */
import { packedExtension } from '../http/packed-name.ts';
import { DOCUMENT_FORMATS, documentFormat } from './document-formats.ts';

/** Maximum length of a stem, in code points. */
const MAX_STEM_LENGTH = 50;

const EXTENSIONS: Record<string, string> = {
  'text/html': 'html',
  'application/xhtml+xml': 'xhtml',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'message/rfc822': 'eml',
  'application/mbox': 'mbox',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

type NamedDocument = { url: string; fetchedAt: string; mimeType: string; id: string };

/**
 * Returns a file name such as `paper-2008-02-22-12-23-22-0a1b2c3d.pdf`. It ends with the first digits of the text's digest, so
 * names do not collide. The extension is that of the sniffed type. The name has no characters that are special to file systems
 * or shells.
 *
 * @param document `fetchedAt` is in ISO 8601, `id` is the digest
 */
export function documentFileName({ url, fetchedAt, mimeType, id }: NamedDocument): string {
  const time = fetchedAt.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace(/[T:]/g, '-');
  return `${fileStem(url)}-${time}-${id.slice(0, 8)}.${fileExtension(mimeType)}`;
}

function fileStem(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '');
  const file = decodeName(path.slice(path.lastIndexOf('/') + 1));
  // A gzip file of a document is exported unpacked, so it loses both extensions.
  const unpacked = packedExtension(url) === undefined ? file : file.replace(/\.gz$/i, '');
  const name = unpacked.replace(/\.[\p{L}\p{N}]{1,8}$/u, '');
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_')
    .replace(/^[._-]+|[._-]+$/g, '');
  return [...plain].slice(0, MAX_STEM_LENGTH).join('') || 'index';
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function fileExtension(mimeType: string): string {
  const format = documentFormat(mimeType);
  const known = EXTENSIONS[mimeType] ?? (format === 'latex' ? 'tex' : format && DOCUMENT_FORMATS[format].extensions[0]);
  return known ?? 'bin';
}
