import { authorsOf, classesOf, type Entry, type Listing } from './entry.ts';
import { newestFetch, publishedAt } from './feed-dates.ts';
import { element, xmlDocument, xmlText } from './xml.ts';

/**
 * Writes a listing as RSS 2.0. `pubDate` is when a page was fetched, `dc:date` when it was published. The guid is the record, so
 * a page that changes is a new item, and an item never appears twice.
 */
export function rss({ answer, entries, title, links, size }: Listing): string {
  const newest = newestFetch(entries);
  return xmlDocument([
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">',
    '<channel>',
    element('title', title),
    element('link', links.page),
    element('description', `Pages in the collection for: ${answer.query === '' ? 'everything' : answer.query}`),
    `<atom:link rel="self" type="application/rss+xml" href="${xmlText(links.self)}"/>`,
    `<atom:link rel="search" type="application/opensearchdescription+xml" href="${xmlText(links.description)}"/>`,
    newest === undefined ? '' : element('lastBuildDate', rfc822(newest)),
    element('opensearch:totalResults', answer.total),
    element('opensearch:startIndex', answer.from + 1),
    element('opensearch:itemsPerPage', size),
    ...entries.map(item),
    '</channel>',
    '</rss>',
  ]);
}

const item = (entry: Entry): string =>
  [
    '<item>',
    element('title', entry.title || entry.url),
    element('link', entry.url),
    `<guid isPermaLink="true">${xmlText(entry.record)}</guid>`,
    // Readers show the description as HTML, so it is HTML with its text escaped once more.
    element('description', htmlOf(entry)),
    element('pubDate', rfc822(entry.fetchedAt)),
    ...authorsOf(entry).map((author) => element('dc:creator', author)),
    element('dc:date', publishedAt(entry.date)),
    element('dc:language', entry.language === 'und' ? undefined : entry.language),
    ...classesOf(entry).map((name) => element('category', name)),
    '</item>',
  ]
    .filter((line) => line !== '')
    .join('\n');

function htmlOf({ snippet, cached, fetchedAt }: Entry): string {
  const text = `<p>${xmlText(snippet)}</p>`;
  if (cached === null) return text;
  return `${text}<p><a href="${xmlText(cached)}">Cached copy of ${fetchedAt.slice(0, 10)}</a></p>`;
}

const rfc822 = (iso: string): string => new Date(iso).toUTCString();
