import type { CleanDocument, DocumentLine } from '../../shared/clean/document.ts';
import type { Url } from '../../shared/url/url.ts';

/** Creates a document with these fields; the others are as on a plain page. */
export function documentOf(fields: Partial<CleanDocument> = {}): CleanDocument {
  const text = fields.text ?? 'words';
  return {
    url: 'http://a.example/' as Url,
    title: 'A page',
    text,
    markdown: null,
    language: 'en',
    charset: 'UTF-8',
    author: null,
    date: null,
    description: null,
    keywords: [],
    headings: [],
    links: [],
    metadata: {},
    mimeType: 'text/html',
    digest: `digest of ${text}`,
    simhash: null,
    canonical: null,
    robots: [],
    reason: null,
    ...fields,
  };
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
