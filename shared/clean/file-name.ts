/** Names for documents as files of one folder, after CINDI's File Fetcher (C. Rui Chen, the CINDI Robot, 4.5): stem and time, long stems cut. */
import { DOCUMENT_FORMATS, documentFormat } from './document-formats.ts';

/** Letters of a stem that are kept. */
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
 * `paper-2008-02-22-12-23-22-0a1b2c3d.pdf`: no two files need to be compared, as the last part is the beginning of the text's
 * digest. The ending is that of the type that was sniffed. It holds nothing that a file system or a shell takes for a sign.
 *
 * @param document `fetchedAt` in ISO 8601, `id` the digest.
 */
export function documentFileName({ url, fetchedAt, mimeType, id }: NamedDocument): string {
  const time = fetchedAt.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace(/[T:]/g, '-');
  return `${fileStem(url)}-${time}-${id.slice(0, 8)}.${fileExtension(mimeType)}`;
}

function fileStem(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '');
  const name = decodeName(path.slice(path.lastIndexOf('/') + 1)).replace(/\.[\p{L}\p{N}]{1,8}$/u, '');
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
