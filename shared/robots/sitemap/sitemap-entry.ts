/** What the tags of one entry come to. */
import { isoDate } from '../../text/iso-date.ts';
import type { SitemapSink, SitemapUrl } from './sitemap.ts';
import { resolveSitemapUrl } from './sitemap-url.ts';

/** As its element is called: of a sitemap, of an index, of RSS, of Atom. */
export type EntryKind = 'url' | 'sitemap' | 'item' | 'entry';

type Link = { href: string; rel: string | undefined; language: string | null };

export type Entry = {
  kind: EntryKind;
  /** What stands in it outside of any field. */
  text: string;
  fields: { name: string; text: string }[];
  links: Link[];
  /** RSS 1.0. */
  about: string | undefined;
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

/** @param name of an element, without the prefix of the file's own vocabulary. @returns undefined: of no interest. */
export function fieldOf(kind: EntryKind, name: string): string | undefined {
  return Object.hasOwn(FIELDS[kind], name) ? FIELDS[kind][name] : undefined;
}

/** The link of Atom, or one to the same page in another language (`xhtml:link`). */
export function linkOf(kind: EntryKind, name: string, attributes: ReadonlyMap<string, string>): Link | undefined {
  const href = attributes.get('href');
  if (href === undefined || !/^(?:\w+:)?link$/.test(name) || (kind !== 'entry' && kind !== 'url')) return undefined;
  if (kind === 'entry' && name !== 'link' && name !== 'atom:link') return undefined;
  return { href, rel: attributes.get('rel')?.toLowerCase(), language: attributes.get('hreflang') ?? null };
}

/** Tells the entry, if it has an address. */
export function emitEntry(entry: Entry, base: string, sink: SitemapSink): void {
  const said = new Map<string, string>();
  for (const { name, text } of entry.fields) if (!said.has(name) && text.trim() !== '') said.set(name, text.trim());
  const url = addressOf(entry, said, base);
  if (url === undefined) return;
  const lastModified = isoDate(said.get('modified') ?? (entry.kind === 'entry' ? (said.get('published') ?? '') : ''));
  const found = { url, ...(lastModified ? { lastModified } : {}) };
  if (entry.kind === 'sitemap') sink.sitemap(found);
  else sink.url(entry.kind === 'url' ? { ...found, ...moreOf(entry, said, base) } : found);
}

function addressOf(
  { kind, text, links, about }: Entry,
  said: ReadonlyMap<string, string>,
  base: string,
): string | undefined {
  if (kind === 'entry') {
    // A link without a relation is one to the page itself (RFC 4287, 4.2.7.2), and nobody else's copy of it.
    const page = ['', undefined, 'alternate'].map((rel) => links.find((link) => link.rel === rel)).find(Boolean);
    return page && resolveSitemapUrl(page.href, base);
  }
  const loc = said.get('loc');
  const address = loc === undefined ? undefined : resolveSitemapUrl(loc, base);
  if (address !== undefined) return address;
  // Some forget the loc around the address.
  if (kind !== 'item') return loc === undefined ? resolveSitemapUrl(text, undefined) : undefined;
  // Without a link the identifier is one, if it is an address.
  return [said.get('guid'), about].flatMap((id) => (id ? (resolveSitemapUrl(id, undefined) ?? []) : []))[0];
}

const FREQUENCIES: readonly string[] = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'];

function moreOf({ fields, links }: Entry, said: ReadonlyMap<string, string>, base: string): Partial<SitemapUrl> {
  const frequency = said.get('frequency')?.toLowerCase();
  const priority = Number(said.get('priority') ?? Number.NaN);
  const all = (name: string): string[] =>
    fields.flatMap((field) => (field.name === name ? (resolveSitemapUrl(field.text, base) ?? []) : []));
  const images = all('image');
  const films = all('video');
  const videos = films.length > 0 ? films : all('player');
  const alternates = links.flatMap(({ href, rel, language }) => {
    const url = rel === undefined || /\balternate\b/.test(rel) ? resolveSitemapUrl(href, base) : undefined;
    return url === undefined ? [] : [{ url, language }];
  });
  const news = newsOf(said);
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

function newsOf(said: ReadonlyMap<string, string>): NonNullable<SitemapUrl['news']> {
  const published = isoDate(said.get('published') ?? '');
  const words = (['title', 'name', 'language', 'keywords'] as const).flatMap((name) => {
    const word = said.get(name);
    return word === undefined ? [] : [[name, word] as const];
  });
  return { ...Object.fromEntries(words), ...(published ? { published } : {}) };
}
