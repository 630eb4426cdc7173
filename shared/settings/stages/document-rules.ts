import { DOCUMENT_FORMATS, FORMAT_NAMES } from '../../clean/document-formats.ts';
import { type DocumentRules, isFormatEnabled } from '../../clean/document-rules.ts';
import { BINARY_EXTENSIONS } from '../../url/extensions.ts';
import type { DocumentsSettings } from '../documents.ts';

/** Converts the settings into the form that the clean stage uses. */
export function documentRulesOf({ documents }: { documents: DocumentsSettings }): DocumentRules {
  const { timeoutMs, memoryMb, unpackedBytes, ...rules } = documents;
  return { ...rules, limits: { timeoutMs, memoryMb, unpackedBytes } };
}

/**
 * File extensions of URLs that are not fetched: binary formats without a converter, and document formats that are not kept.
 * None if the crawl downloads every type, to archive it.
 */
export function unreadExtensions(settings: { documents: DocumentsSettings; fetch: { types: string[] } }): string[] {
  const { documents, fetch } = settings;
  if (fetch.types.includes('*/*')) return [];
  const read = new Set<string>(
    FORMAT_NAMES.filter((name) => isFormatEnabled(name, documents)).flatMap((name) => [
      ...DOCUMENT_FORMATS[name].extensions,
    ]),
  );
  return BINARY_EXTENSIONS.filter((extension) => !read.has(extension));
}
