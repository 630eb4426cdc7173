import type { Url } from '../url/url.ts';
import type { CleanDocument } from './document.ts';

/** Creates a document of a text that is not a fetched page, such as a search result. Other fields are empty. */
export function plainDocument(
  fields: Pick<CleanDocument, 'text'> & Partial<Omit<CleanDocument, 'url'>> & { url: string },
): CleanDocument {
  return {
    title: null,
    headings: [],
    metadata: {},
    description: null,
    keywords: [],
    markdown: null,
    language: 'und',
    charset: null,
    author: null,
    date: null,
    links: [],
    mimeType: 'text/plain',
    digest: '',
    simhash: null,
    canonical: null,
    robots: [],
    reason: null,
    ...fields,
    url: fields.url as Url,
  };
}
