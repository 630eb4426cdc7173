import type { CleanOptions } from './clean-options.ts';
import type { Source } from './content.ts';
import type { ParsedPage } from './html/parsed-page.ts';
import { baseOf } from './links/page-links.ts';
import { authorOf } from './metadata/byline.ts';
import { genreOf } from './metadata/genre.ts';
import { otherTitles, titleOf } from './metadata/headline.ts';
import { readJsonLd, readLinkedData } from './metadata/json-ld.ts';
import { readThings } from './metadata/json-ld-entities.ts';
import { mapMetadata } from './metadata/map-metadata.ts';
import { descriptionOf, type Found, gatherMetadata, keywordsOf, publisherOf } from './metadata/metadata.ts';
import { aboutPage, NOTHING_ABOUT } from './metadata/page-about.ts';
import { dateOf, modifiedOf } from './metadata/page-date.ts';

/** What a page of HTML says of itself, beside its text and links. */
export function describePage(
  page: ParsedPage,
  text: string,
  url: string,
  { agent, fields, fetchedAt }: Pick<CleanOptions, 'agent' | 'fields'> & Pick<Source, 'fetchedAt'>,
) {
  const metadata = gatherMetadata(page.metas);
  const scripts = readLinkedData(page.jsonLd);
  const article = readJsonLd(scripts);
  const things = readThings(scripts);
  const title = titleOf(page, metadata, article);
  const author = authorOf(metadata, article, page, url);
  const date = dateOf(page, metadata, article, url, fetchedAt);
  const modified = modifiedOf(page, metadata, article, url, fetchedAt);
  const publisher = publisherOf(metadata, article, page);
  const description = descriptionOf(metadata);
  const keywords = keywordsOf(metadata);
  return {
    title: title?.value ?? null,
    author: author?.value ?? null,
    date: date?.value ?? null,
    modified: modified?.value ?? null,
    publisher: publisher?.value ?? null,
    sources: sourcesOf({ title, author, date, modified, publisher, description, keywords }),
    description: description?.value ?? null,
    keywords: keywords?.value ?? [],
    headings: page.headings,
    metadata,
    fields: mapMetadata(page.metas, fields, url),
    about: {
      ...NOTHING_ABOUT,
      ...aboutPage(page, metadata, things, baseOf(page.base, url)),
      ...otherTitles(page, article, title?.value ?? null),
    },
    genre: genreOf({ page, text, title: title?.value ?? page.title ?? '', url, metadata, things }),
    declaredLanguage: page.language,
    robots: [...(metadata['robots'] ?? []), ...(metadata[agent.toLowerCase()] ?? [])],
  };
}

function sourcesOf(found: Record<string, Pick<Found, 'source'> | null>): Record<string, string> {
  const sources: Record<string, string> = {};
  for (const name in found) {
    const one = found[name];
    if (one) sources[name] = one.source;
  }
  return sources;
}
