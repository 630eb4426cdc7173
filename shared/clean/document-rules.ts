/**
 * Rules that select documents by format, file name and size before they are converted. They follow CINDI's File Fetcher
 * (C. Rui Chen, the CINDI Robot, 4.5).
 */
import type { ConvertLimits, ConvertProgram } from '../ports/converter.ts';
import type { Reason } from '../url/reason.ts';
import type { Url } from '../url/url.ts';
import { DOCUMENT_FORMATS, FORMAT_NAMES, type FormatName } from './document-formats.ts';

/** Which documents besides web pages are converted, and how. */
export type DocumentRules = {
  /** Formats to keep. */
  types: readonly FormatName[];
  /** Words in lower case; a document with one of them in its file name is dropped. */
  unwelcomeNames: readonly string[];
  /** Minimum size of a document per format, in bytes. */
  minBytes: { readonly [name in FormatName]?: number | undefined };
  /** External programs that replace the built-in converter, or convert a format that has none. */
  programs: { readonly [name in FormatName]?: ConvertProgram | undefined };
  limits: Pick<ConvertLimits, 'timeoutMs' | 'memoryMb' | 'unpackedBytes'>;
};

/** Minimum memory of a converter, in MB: with 64 MB one of 33 ordinary PDFs failed, with 96 MB none. */
export const MIN_MEMORY_MB = 96;

export const DEFAULT_DOCUMENT_RULES: DocumentRules = {
  // Most images belong to a page, so a crawl keeps them only on request.
  types: FORMAT_NAMES.filter((name) => name !== 'image'),
  unwelcomeNames: [],
  minBytes: {},
  programs: {},
  limits: { timeoutMs: 20_000, memoryMb: 512, unpackedBytes: 100_000_000 },
};

/** Returns why the rules reject a document, or undefined if they accept it. */
export function rejectionReason(
  document: { url: Url; format: FormatName; bytes: number },
  rules: DocumentRules,
): Reason | undefined {
  const { url, format, bytes } = document;
  if (!isFormatEnabled(format, rules)) return 'unwanted-type';
  if (bytes < (rules.minBytes[format] ?? 0)) return 'too-small';
  return hasUnwelcomeName(url, rules.unwelcomeNames) ? 'unwelcome-name' : undefined;
}

/** Returns whether the rules accept a format and a converter or program reads it. */
export function isFormatEnabled(
  format: FormatName,
  { types, programs }: Pick<DocumentRules, 'types' | 'programs'>,
): boolean {
  return (
    types.includes(format) && (DOCUMENT_FORMATS[format].convertedBy === 'converter' || programs[format] !== undefined)
  );
}

/** Explains which setting disables a format. */
export const whyDisabled = (format: FormatName, { types }: Pick<DocumentRules, 'types'>): string =>
  types.includes(format)
    ? `documents.programs has no program for ${format}`
    : `documents.types does not list ${format}`;

/** Words are runs of letters of the file name: `jane-cv2.pdf` contains `cv`, `discovery.pdf` does not. */
function hasUnwelcomeName(url: Url, unwelcome: readonly string[]): boolean {
  if (unwelcome.length === 0) return false;
  const words = new Set(
    lastPathSegment(url)
      .toLowerCase()
      .match(/\p{L}+/gu),
  );
  return unwelcome.some((word) => words.has(word));
}

/** Returns the decoded last segment of the path, or '' if the path ends with a slash. */
function lastPathSegment(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
