import { authorOf } from './byline.ts';
import type { CleanOptions } from './clean-options.ts';
import { titleOf } from './headline.ts';
import { readJsonLd } from './json-ld.ts';
import { descriptionOf, type Found, gatherMetadata, keywordsOf } from './metadata.ts';
import { dateOf, modifiedOf } from './page-date.ts';
import type { ParsedPage } from './parse-html.ts';

/** What a page of HTML says of itself, beside its text and links. */
export function describePage(page: ParsedPage, url: string, { agent }: Pick<CleanOptions, 'agent'>) {
  const metadata = gatherMetadata(page.metas);
  const article = readJsonLd(page.jsonLd);
  const title = titleOf(page, metadata, article);
  const author = authorOf(metadata, article, page, url);
  const date = dateOf(page, metadata, article, url);
  const modified = modifiedOf(page, metadata, article, url);
  return {
    title: title?.value ?? null,
    author: author?.value ?? null,
    date: date?.value ?? null,
    modified: modified?.value ?? null,
    sources: sourcesOf({ title, author, date, modified }),
    description: descriptionOf(metadata),
    keywords: keywordsOf(metadata),
    headings: page.headings,
    metadata,
    declaredLanguage: page.language,
    robots: [...(metadata['robots'] ?? []), ...(metadata[agent.toLowerCase()] ?? [])],
  };
}

function sourcesOf(found: Record<string, Found | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).flatMap(([name, one]) => (one ? [[name, one.source]] : [])));
}
