import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import type { CleanDocument, DocumentLine } from '../../shared/clean/document.ts';
import type { Url } from '../../shared/url/url.ts';

/** A plain page as the clean stage stores it. Tests of genres and topics set their own. */
const { genre: _, ...PLAIN_PAGE } = cleanHtml(
  'http://a.example/' as Url,
  '<title>A page</title><p>words',
  DEFAULT_CLEAN_OPTIONS,
);

/** Creates a document with these fields; the others are those of a plain page in English. */
export function documentOf(fields: Partial<CleanDocument> = {}): CleanDocument {
  const text = fields.text ?? PLAIN_PAGE.text;
  return { ...PLAIN_PAGE, language: 'en', text, digest: `digest of ${text}`, ...fields };
}

export const link = (url: string, anchor = '', rel = '') => ({
  url: url as Url,
  anchor,
  rel,
});

type Head = Partial<Pick<DocumentLine, 'fetchedAt' | 'status' | 'note'>>;

/** Creates the line of a document in a clean object. */
export function lineOf(fields: Partial<CleanDocument>, head: Head = {}): DocumentLine {
  const document = documentOf(fields);
  return { ...headOf(document.url, head), kind: 'document', document };
}

export function headOf(url: string, head: Head = {}) {
  return {
    url: url as Url,
    fetchedAt: 1_000,
    status: 200,
    capture: { key: 'raw/x.warc.gz', offset: 0, length: 10 },
    note: { depth: 0, class: 0 },
    ...head,
  };
}
