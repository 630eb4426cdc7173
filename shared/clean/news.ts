/**
 * Fields of a news data set: the source of an article, the entity that provides it (from the crawl's settings), its category,
 * and the title and summary of the listing that led to it. Language, date and title are fields of every document.
 */

import { compilePattern } from '../url/pattern.ts';
import { hostOf, type Url } from '../url/url.ts';
import type { Fields } from './document-fields.ts';

/** An entity and the URL patterns of its pages. */
export type NewsEntity = { name: string; pages: readonly string[] };

export type NewsSource = {
  url: Url;
  publisher: string | null;
  metadata: Readonly<Record<string, readonly string[]>>;
  /** Values of the listing that led to the page. */
  listing: Readonly<Record<string, string>>;
};

/** Returns the news fields of a page. */
export type NewsRules = (source: NewsSource) => Fields;

/** @throws Error if a pattern is invalid */
export function compileNewsRules(entities: readonly NewsEntity[]): NewsRules {
  const known = entities.map(({ name, pages }) => ({ name, pages: pages.map(compilePattern) }));
  return ({ url, publisher, metadata, listing }) => {
    const entity = known.find(({ pages }) => pages.some((matches) => matches(url)))?.name;
    const category = listing['category'] ?? metadata['article:section']?.[0];
    const values = {
      source: publisher ?? hostOf(url),
      entity,
      category,
      listedTitle: listing['title'],
      summary: listing['summary'] ?? listing['description'],
    };
    return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, [value]]] : [])));
  };
}
