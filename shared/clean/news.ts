/**
 * The profile of a data set of news: of each article its source, the entity that provides it (from a list of the crawl's
 * own), its category, and the title and summary that the list gave which led to it. The rest (language, date, title) every
 * document has.
 */

import { compilePattern } from '../url/pattern.ts';
import { hostOf, type Url } from '../url/url.ts';
import type { Fields } from './document-fields.ts';

/** `pages`: patterns of addresses whose pages the entity provides. */
export type NewsEntity = { name: string; pages: readonly string[] };

export type NewsSource = {
  url: Url;
  publisher: string | null;
  metadata: Readonly<Record<string, readonly string[]>>;
  /** What the list said of it. */
  listing: Readonly<Record<string, string>>;
};

export type NewsRules = (source: NewsSource) => Fields;

/** @throws for a faulty pattern. */
export function compileNewsRules(entities: readonly NewsEntity[]): NewsRules {
  const known = entities.map(({ name, pages }) => ({ name, pages: pages.map(compilePattern) }));
  return ({ url, publisher, metadata, listing }) => {
    const entity = known.find(({ pages }) => pages.some((matches) => matches(url)))?.name;
    const category = listing['category'] ?? metadata['article:section']?.[0];
    const said = {
      source: publisher ?? hostOf(url),
      entity,
      category,
      listedTitle: listing['title'],
      summary: listing['summary'] ?? listing['description'],
    };
    return Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, [value]]] : [])));
  };
}
