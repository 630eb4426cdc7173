/** Reads description, keywords and publisher from the metadata of a page. Nothing is guessed: missing values stay empty. */

import type { ParsedPage } from '../html/parsed-page.ts';
import type { JsonLdArticle } from './json-ld.ts';

/** Contents of meta elements, by their name in lower case. */
export type Metadata = Record<string, string[]>;

/** A value and its source, such as `json-ld`, `meta author`, `heading`, `url` or `text`. */
export type SourcedValue = { value: string; source: string };

/** Collects contents by name in page order. The object has no prototype because an element may be named `__proto__`. */
export function gatherMetadata(metas: ParsedPage['metas']): Metadata {
  const metadata: Metadata = Object.create(null);
  for (const { name, content } of metas) {
    const values = metadata[name];
    if (values) values.push(content);
    else metadata[name] = [content];
  }
  return metadata;
}

/** Names of meta elements, most reliable first. */
const DESCRIPTION = ['description', 'og:description', 'dc.description', 'dcterms.abstract', 'twitter:description'];
const KEYWORDS = ['keywords', 'news_keywords', 'citation_keywords', 'article:tag', 'dc.subject', 'dcterms.subject'];

/** Returns the description of a page with its source, or null. */
export function findDescription(metadata: Metadata): SourcedValue | null {
  return firstValue(metadata, DESCRIPTION);
}

/** Names of meta elements with publishers, most reliable first. JSON-LD and page properties precede them. */
const PUBLISHER = [
  'dc.publisher',
  'dcterms.publisher',
  'citation_publisher',
  'publisher',
  'article:publisher',
  'og:site_name',
];

/** Returns the publisher of a page with its source, or null. */
export function findPublisher(
  metadata: Metadata,
  article: JsonLdArticle,
  { properties }: Pick<ParsedPage, 'properties'>,
): SourcedValue | null {
  if (article.publisher) return { value: article.publisher, source: 'json-ld' };
  const property = properties.find(({ name }) => name === 'publisher');
  if (property) return { value: property.value, source: property.source };
  return firstValue(metadata, PUBLISHER, (value) => !/^https?:/i.test(value));
}

/** Maximum number of keywords. */
const MAX_KEYWORDS = 200;

/** Returns the distinct keywords of all elements; `source` is the first element. */
export function findKeywords(metadata: Metadata): { value: string[]; source: string } | null {
  const found = new Set<string>();
  let source: string | undefined;
  for (const name of KEYWORDS)
    for (const value of metadata[name] ?? [])
      for (const word of value.split(/[,;，；、]/)) {
        const keyword = word.trim();
        if (keyword === '' || found.size >= MAX_KEYWORDS) continue;
        found.add(keyword);
        source ??= `meta ${name}`;
      }
  return source === undefined ? null : { value: [...found], source };
}

function firstValue(
  metadata: Metadata,
  names: readonly string[],
  suits = (value: string) => value !== '',
): SourcedValue | null {
  for (const name of names) {
    const value = metadata[name]?.find((text) => text !== '' && suits(text));
    if (value !== undefined) return { value, source: `meta ${name}` };
  }
  return null;
}
