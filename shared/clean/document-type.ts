import { MARKDOWN_TYPES, PLAIN_TYPES } from './decode/text-types.ts';
import { DOCUMENT_FORMATS, documentFormat, FORMAT_NAMES, type FormatName } from './document-formats.ts';

/** Types that are read where they are, without a converter. */
const PAGE_TYPES = ['html', 'text', 'markdown', 'json'] as const;

/**
 * The type of a document: stored in its record, filtered by (`type:pdf`), named on the search page. A format of
 * `document-formats.ts` is a type of the same name.
 */
export type DocumentType = (typeof PAGE_TYPES)[number] | FormatName;

export const DOCUMENT_TYPES: readonly DocumentType[] = [...PAGE_TYPES, ...FORMAT_NAMES];

/** Media types that are read without a converter. Other types of JSON are recognised by their suffix. */
const PAGE_MEDIA_TYPES: ReadonlyMap<string, DocumentType> = new Map<string, DocumentType>([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ...PLAIN_TYPES.map((type): [string, DocumentType] => [type, 'text']),
  ...MARKDOWN_TYPES.map((type): [string, DocumentType] => [type, 'markdown']),
]);

const JSON_MEDIA_TYPE = /[/+]json$/;

/**
 * Returns the type of a document that was read.
 *
 * @param mimeType the detected media type, lower case, without parameters. A plug-in may set any value: one that is
 * unknown counts as text.
 */
export const documentTypeOf = (mimeType: string): DocumentType => typeOfMediaType(mimeType) ?? 'text';

/**
 * Reads a type as people write it: a name such as `html`, or a media type such as `text/html`. Case is ignored.
 *
 * @returns the type, or undefined if neither a type nor a media type is known by that name
 */
export function parseDocumentType(text: string): DocumentType | undefined {
  const name = text.trim().toLowerCase();
  return DOCUMENT_TYPES.find((type) => type === name) ?? typeOfMediaType(name);
}

/** Returns the media type that stands for a type: the usual one of several. */
export function mediaTypeOf(type: DocumentType): string {
  if (type === 'json') return 'application/json';
  for (const [mediaType, other] of PAGE_MEDIA_TYPES) if (other === type) return mediaType;
  return DOCUMENT_FORMATS[type as FormatName].types[0];
}

function typeOfMediaType(mimeType: string): DocumentType | undefined {
  return (
    documentFormat(mimeType) ?? PAGE_MEDIA_TYPES.get(mimeType) ?? (JSON_MEDIA_TYPE.test(mimeType) ? 'json' : undefined)
  );
}
