import type { CleanOptions } from './clean-options.ts';
import type { ReaderInput } from './content.ts';
import type { ParsedPage } from './html/parsed-page.ts';
import { baseUrlOf } from './links/page-links.ts';
import { findAuthor } from './metadata/byline.ts';
import { findModifiedDate, findPublishedDate } from './metadata/dates/page-date.ts';
import { detectGenre } from './metadata/genre.ts';
import type { GenreInput } from './metadata/genre-input.ts';
import { findTitle, otherTitles } from './metadata/headline.ts';
import { findArticle, parseJsonLdScripts } from './metadata/json-ld.ts';
import { readThings } from './metadata/json-ld-entities.ts';
import { readEntityFacts } from './metadata/main-entity.ts';
import { mapMetadata } from './metadata/map-metadata.ts';
import {
  findDescription,
  findKeywords,
  findPublisher,
  gatherMetadata,
  type SourcedValue,
  withUsualNames,
} from './metadata/metadata.ts';
import { describeAbout, EMPTY_ABOUT } from './metadata/page-about.ts';
import { findSiteOwner } from './metadata/site-owner.ts';

/** Returns the metadata of an HTML page: everything except its text and links. */
export function describePage(
  page: ParsedPage,
  text: string,
  url: string,
  {
    agent,
    fields,
    fetchedAt,
    kind,
    kinds,
  }: Pick<CleanOptions, 'agent' | 'fields'> & Pick<ReaderInput, 'fetchedAt'> & Pick<GenreInput, 'kind' | 'kinds'>,
) {
  const declared = gatherMetadata(page.metas);
  const metadata = withUsualNames(declared);
  const scripts = parseJsonLdScripts(page.jsonLd);
  const article = findArticle(scripts);
  const things = readThings(scripts);
  const title = findTitle(page, metadata, article, url, kind);
  const genre = detectGenre({
    page,
    text,
    title: title?.value ?? page.title ?? '',
    url,
    metadata,
    things,
    kind,
    kinds,
  });
  const author =
    findAuthor(metadata, article, page, url) ?? (kind === 'article' ? findSiteOwner(page, metadata, url, text) : null);
  const dated = { page, metadata, article, url, sentAt: fetchedAt, genre };
  const date = findPublishedDate(dated);
  const modified = findModifiedDate(dated);
  const publisher = findPublisher(metadata, article, page);
  const entity = readEntityFacts(things);
  const description = findDescription(metadata, entity);
  const keywords = findKeywords(metadata, entity);
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
    metadata: declared,
    fields: mapMetadata(page.metas, fields, url),
    about: {
      ...EMPTY_ABOUT,
      ...describeAbout(page, metadata, things, baseUrlOf(page.base, url), entity.licence),
      ...otherTitles(page, article, title?.value ?? null, url),
    },
    genre,
    declaredLanguage: page.language,
    robots: [...(metadata['robots'] ?? []), ...(metadata[agent.toLowerCase()] ?? [])],
  };
}

function sourcesOf(found: Record<string, Pick<SourcedValue, 'source'> | null>): Record<string, string> {
  const sources: Record<string, string> = {};
  for (const name in found) {
    const one = found[name];
    if (one) sources[name] = one.source;
  }
  return sources;
}
