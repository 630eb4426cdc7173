import { authorsOf, classesOf, type Entry, type Listing } from './entry.ts';
import { newestFetch, publishedAt } from './feed-dates.ts';
import { element, xmlDocument, xmlText } from './xml.ts';

/** `updated` of a feed without entries: it never changed. */
const NEVER = '1970-01-01T00:00:00.000Z';

/**
 * Writes a listing as an Atom feed (RFC 4287). `updated` of an entry is when the page was fetched, `published` when it was
 * published. The id is the record, so a page that changes is a new entry.
 */
export function atom({ answer, entries, site, title, links, size }: Listing): string {
  return xmlDocument([
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">',
    element('title', title),
    element('id', links.self),
    element('updated', newestFetch(entries) ?? NEVER),
    `<author>${element('name', site)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(links.self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(links.page)}"/>`,
    `<link rel="search" type="application/opensearchdescription+xml" href="${xmlText(links.description)}"/>`,
    element('opensearch:totalResults', answer.total),
    element('opensearch:startIndex', answer.from + 1),
    element('opensearch:itemsPerPage', size),
    ...entries.map(entryElement),
    '</feed>',
  ]);
}

const entryElement = (entry: Entry): string =>
  [
    entry.language === 'und' ? '<entry>' : `<entry xml:lang="${xmlText(entry.language)}">`,
    element('title', entry.title || entry.url),
    element('id', entry.record),
    `<link rel="alternate" href="${xmlText(entry.url)}"/>`,
    entry.cached === null
      ? ''
      : `<link rel="related" type="text/html" title="Cached copy" href="${xmlText(entry.cached)}"/>`,
    element('updated', entry.fetchedAt),
    element('published', publishedAt(entry.date)),
    ...authorsOf(entry).map((author) => `<author>${element('name', author)}</author>`),
    ...classesOf(entry).map((name) => `<category term="${xmlText(name)}"/>`),
    `<summary>${xmlText(entry.snippet)}</summary>`,
    '</entry>',
  ]
    .filter((line) => line !== '')
    .join('\n');
