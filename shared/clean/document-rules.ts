/**
 * Which documents are wanted, by their format, name and size: the rules by which CINDI's File Fetcher chose (C. Rui Chen, the
 * CINDI Robot, 4.5), as settings. They are asked before anything is converted.
 */
import type { ConvertLimits, ConvertProgram } from '../ports/converter.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import { DOCUMENT_FORMATS, type FormatName } from './document-formats.ts';

export type DocumentRules = {
  /** Formats that are kept. */
  types: readonly FormatName[];
  /** Words, of letters in lower case, that no document's name may have. */
  unwelcomeNames: readonly string[];
  /** Smaller documents of the format are dropped. Bytes. */
  minBytes: { readonly [name in FormatName]?: number | undefined };
  /** Instead of the converter that is built in, or where none is. */
  programs: { readonly [name in FormatName]?: ConvertProgram | undefined };
  limits: Pick<ConvertLimits, 'timeoutMs' | 'memoryMb' | 'unpackedBytes'>;
};

/** With less, usual PDFs fail: of 33, one with 64, none with 96. */
export const MIN_MEMORY_MB = 96;

export const DEFAULT_DOCUMENT_RULES: DocumentRules = {
  types: [
    ...(['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'rtf', 'epub', 'latex', 'xml', 'mail'] as const),
    ...(['doc', 'xls', 'ppt', 'ps'] as const),
  ],
  unwelcomeNames: [],
  minBytes: {},
  programs: {},
  limits: { timeoutMs: 20_000, memoryMb: 512, unpackedBytes: 100_000_000 },
};

/** @returns why a document is not wanted; undefined: it is. */
export function rejectionReason(
  document: { url: Url; format: FormatName; bytes: number },
  rules: DocumentRules,
): Reason | undefined {
  const { url, format, bytes } = document;
  if (!isFormatEnabled(format, rules)) return 'unwanted-type';
  if (bytes < (rules.minBytes[format] ?? 0)) return 'too-small';
  return hasUnwelcomeName(url, rules.unwelcomeNames) ? 'unwelcome-name' : undefined;
}

/** Whether documents of the format are wanted and there is something to read them with. */
export function isFormatEnabled(
  format: FormatName,
  { types, programs }: Pick<DocumentRules, 'types' | 'programs'>,
): boolean {
  return (
    types.includes(format) && (DOCUMENT_FORMATS[format].convertedBy === 'converter' || programs[format] !== undefined)
  );
}

/** Words are the runs of letters of the file's name: `cv` is in `jane-cv2.pdf`, and not in `discovery.pdf`. */
function hasUnwelcomeName(url: Url, unwelcome: readonly string[]): boolean {
  if (unwelcome.length === 0) return false;
  const words = new Set(
    lastPathSegment(url)
      .toLowerCase()
      .match(/\p{L}+/gu),
  );
  return unwelcome.some((word) => words.has(word));
}

/** The last part of the path as people read it, with its extension; '' where the address ends in a slash. */
function lastPathSegment(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
