/** Reads description, keywords and publisher from the metadata of a page. Nothing is guessed: missing values stay empty. */

import type { ParsedPage } from '../html/parsed-page.ts';
import type { JsonLdArticle } from './json-ld.ts';
import type { EntityFacts } from './main-entity.ts';

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

/** A name in another form: one test of each name is faster than two replacements. */
const UNUSUAL_NAME = /^(?:(?:dc|dcterms|prism):|bepress_citation_)/;

/**
 * Returns metadata in which elements of catalogues also have their usual names: `dc.creator` for `dc:creator`, as attributes of RDFa have it,
 * and `citation_author` for the `bepress_citation_author` of Digital Commons. An element with the usual name comes first.
 */
export function withUsualNames(metadata: Metadata): Metadata {
  const added: Metadata = {};
  for (const name in metadata) {
    if (!UNUSUAL_NAME.test(name)) continue;
    const usual = name.replace(/^(dc|dcterms|prism):/, '$1.').replace(/^bepress_(?=citation_)/, '');
    if (metadata[usual] === undefined) added[usual] ??= metadata[name] as string[];
  }
  return Object.keys(added).length === 0 ? metadata : Object.assign(Object.create(null), metadata, added);
}

/** Names of meta elements, most reliable first. */
const DESCRIPTION = ['description', 'og:description', 'dc.description', 'dcterms.abstract', 'twitter:description'];
const KEYWORDS = ['keywords', 'news_keywords', 'citation_keywords', 'article:tag', 'dc.subject', 'dcterms.subject'];

/** Returns the description of a page with its source, or null. @param entity facts of the entity in JSON-LD, for pages without meta elements */
export function findDescription(metadata: Metadata, entity: Pick<EntityFacts, 'description'>): SourcedValue | null {
  const { description } = entity;
  return firstValue(metadata, DESCRIPTION) ?? (description === null ? null : { value: description, source: 'json-ld' });
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

/**
 * Returns the distinct keywords of all meta elements, otherwise those of the entity in JSON-LD. `source` is the first element with keywords,
 * or `json-ld`.
 */
export function findKeywords(
  metadata: Metadata,
  entity: Pick<EntityFacts, 'keywords'>,
): { value: string[]; source: string } | null {
  const found = new Set<string>();
  let source: string | undefined;
  const add = (texts: readonly string[], from: string): void => {
    for (const text of texts)
      for (const word of text.split(/[,;，；、]/)) {
        const keyword = word.trim();
        if (keyword === '' || found.size >= MAX_KEYWORDS) continue;
        found.add(keyword);
        source ??= from;
      }
  };
  for (const name of KEYWORDS) add(metadata[name] ?? [], `meta ${name}`);
  if (found.size === 0) add(entity.keywords, 'json-ld');
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
