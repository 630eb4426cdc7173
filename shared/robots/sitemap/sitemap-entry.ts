/** Converts the fields of an entry to a `SitemapUrl` or `SitemapRef`. */
import { toIsoDate } from '../../text/iso-date.ts';
import type { SitemapSink, SitemapUrl } from './sitemap-types.ts';
import { resolveSitemapUrl } from './sitemap-url.ts';

/** Element name of an entry in a sitemap, a sitemap index, RSS and Atom. */
export type EntryKind = 'url' | 'sitemap' | 'item' | 'entry';

type Link = { href: string; base: string; rel: string | undefined; language: string | null };

export type SitemapEntry = {
  kind: EntryKind;
  /** Text outside of fields. */
  text: string;
  fields: { name: string; text: string }[];
  links: Link[];
  /** Attribute `rdf:about` of RSS 1.0. */
  about: string | undefined;
  /** URL that relative links are resolved against. */
  base: string;
};

const FIELDS: Record<EntryKind, Record<string, string>> = {
  url: {
    ...{ loc: 'loc', lastmod: 'modified', changefreq: 'frequency', priority: 'priority', 'image:loc': 'image' },
    ...{ 'video:content_loc': 'video', 'video:player_loc': 'player', 'news:publication_date': 'published' },
    ...{ 'news:title': 'title', 'news:name': 'name', 'news:language': 'language', 'news:keywords': 'keywords' },
  },
  sitemap: { loc: 'loc', lastmod: 'modified' },
  item: { link: 'loc', guid: 'guid', pubdate: 'modified', 'dc:date': 'modified' },
  entry: { updated: 'modified', modified: 'modified', published: 'published', issued: 'published' },
};

/**
 * @param name element name without the prefix of the file's own vocabulary.
 * @returns the name of the field, or `undefined` if the element is not a field.
 */
export function fieldOf(kind: EntryKind, name: string): string | undefined {
  return Object.hasOwn(FIELDS[kind], name) ? FIELDS[kind][name] : undefined;
}

/** Returns the base URL inside of an element, which its attribute `xml:base` changes. */
export function baseOf(attributes: ReadonlyMap<string, string>, base: string): string {
  const own = attributes.get('xml:base');
  return own === undefined ? base : (resolveSitemapUrl(own, base) ?? base);
}

/** Returns a link of Atom, or a link to the page in another language (`xhtml:link`). @param base base URL of the entry */
export function linkOf(
  kind: EntryKind,
  name: string,
  attributes: ReadonlyMap<string, string>,
  base: string,
): Link | undefined {
  const href = attributes.get('href');
  if (href === undefined || !/^(?:\w+:)?link$/.test(name) || (kind !== 'entry' && kind !== 'url')) return undefined;
  if (kind === 'entry' && name !== 'link' && name !== 'atom:link') return undefined;
  const rel = attributes.get('rel')?.toLowerCase();
  return { href, base: baseOf(attributes, base), rel, language: attributes.get('hreflang') ?? null };
}

/** Passes an entry to the sink if it has a URL. */
export function emitEntry(entry: SitemapEntry, sink: SitemapSink): void {
  const values = new Map<string, string>();
  for (const { name, text } of entry.fields) if (!values.has(name) && text.trim() !== '') values.set(name, text.trim());
  const url = urlOf(entry, values);
  if (url === undefined) return;
  const lastModified = toIsoDate(
    values.get('modified') ?? (entry.kind === 'entry' ? (values.get('published') ?? '') : ''),
  );
  const found = { url, ...(lastModified ? { lastModified } : {}) };
  if (entry.kind === 'sitemap') sink.sitemap(found);
  else sink.url(entry.kind === 'url' ? { ...found, ...detailsOf(entry, values) } : found);
}

function urlOf(
  { kind, text, links, about, base }: SitemapEntry,
  values: ReadonlyMap<string, string>,
): string | undefined {
  if (kind === 'entry') {
    // A link without a relation links to the page itself (RFC 4287, 4.2.7.2), so it takes precedence over `alternate`.
    const page = ['', undefined, 'alternate'].map((rel) => links.find((link) => link.rel === rel)).find(Boolean);
    return page && resolveSitemapUrl(page.href, page.base);
  }
  const loc = values.get('loc');
  const url = loc === undefined ? undefined : resolveSitemapUrl(loc, base);
  if (url !== undefined) return url;
  // Some files omit the loc element around the URL.
  if (kind !== 'item') return loc === undefined ? resolveSitemapUrl(text, undefined) : undefined;
  // Without a link, use the identifier if it is a URL.
  return [values.get('guid'), about].flatMap((id) => (id ? (resolveSitemapUrl(id, undefined) ?? []) : []))[0];
}

const FREQUENCIES: readonly string[] = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'];

function detailsOf({ fields, links, base }: SitemapEntry, values: ReadonlyMap<string, string>): Partial<SitemapUrl> {
  const frequency = values.get('frequency')?.toLowerCase();
  const priority = Number(values.get('priority') ?? Number.NaN);
  const all = (name: string): string[] =>
    fields.flatMap((field) => (field.name === name ? (resolveSitemapUrl(field.text, base) ?? []) : []));
  const images = all('image');
  const videoFiles = all('video');
  const videos = videoFiles.length > 0 ? videoFiles : all('player');
  const alternates = links.flatMap(({ href, rel, language }) => {
    const url = rel === undefined || /\balternate\b/.test(rel) ? resolveSitemapUrl(href, base) : undefined;
    return url === undefined ? [] : [{ url, language }];
  });
  const news = newsOf(values);
  return {
    ...(frequency !== undefined && FREQUENCIES.includes(frequency)
      ? { changeFrequency: frequency as NonNullable<SitemapUrl['changeFrequency']> }
      : {}),
    ...(priority >= 0 && priority <= 1 ? { priority } : {}),
    ...(alternates.length > 0 ? { alternates } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(videos.length > 0 ? { videos } : {}),
    ...(Object.keys(news).length > 0 ? { news } : {}),
  };
}

function newsOf(values: ReadonlyMap<string, string>): NonNullable<SitemapUrl['news']> {
  const published = toIsoDate(values.get('published') ?? '');
  const words = (['title', 'name', 'language', 'keywords'] as const).flatMap((name) => {
    const word = values.get(name);
    return word === undefined ? [] : [[name, word] as const];
  });
  return { ...Object.fromEntries(words), ...(published ? { published } : {}) };
}
