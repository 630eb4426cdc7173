/**
 * Builds the entries of a sitemap, an RSS or an Atom feed from a stream of tags. It keeps no tree and no stack, only the open
 * entry and its open field, so unclosed elements cost nothing.
 */
import { baseOf, type EntryKind, emitEntry, fieldOf, linkOf, type SitemapEntry } from './sitemap-entry.ts';
import type { SitemapSink } from './sitemap-types.ts';

type Root = 'sitemap' | 'rss' | 'atom';

const ROOTS: Record<string, Root> = {
  ...{ urlset: 'sitemap', sitemapindex: 'sitemap', url: 'sitemap', sitemap: 'sitemap' },
  ...{ rss: 'rss', rdf: 'rss', feed: 'atom' },
};
const ENTRIES: Record<Root, Record<string, EntryKind>> = {
  sitemap: { url: 'url', sitemap: 'sitemap' },
  rss: { item: 'item' },
  atom: { entry: 'entry' },
};
/** Elements inside an entry that have fields of the same names. */
const NESTED = ['image', 'video', 'news', 'source', 'author', 'content', 'description'];

/** Maximum length of a field, an attribute or a name, in characters. */
export const MAX_TEXT_LENGTH = 16_384;
/** Maximum number of fields of an entry. The protocol allows a thousand images. */
const MAX_FIELDS = 2_000;
const MAX_LINKS = 1_000;

export type SitemapDocument = {
  /** URL of the file, or the `xml:base` of its root. */
  baseUrl: string;
  sink: SitemapSink;
  /** Kind of the file, from its root element; `undefined` until that is found. */
  root: Root | undefined;
  rootPrefix: string;
  /** Namespace prefix of the file → short name of its vocabulary. */
  namespaces: Map<string, string>;
  entry: SitemapEntry | undefined;
  /** Name of the open element of `NESTED`. */
  nested: string | undefined;
  /** `hasUnknownEntity`: the text contains an entity that is not expanded. */
  field: { name: string; text: string; hasUnknownEntity?: boolean } | undefined;
};

export function createSitemapDocument(baseUrl: string, sink: SitemapSink): SitemapDocument {
  const open = { root: undefined, entry: undefined, nested: undefined, field: undefined };
  return { ...open, baseUrl, sink, rootPrefix: '', namespaces: new Map() };
}

/** Handles a start tag. @param tag with its prefix, as in the document */
export function openTag(document: SitemapDocument, tag: string, attributes: ReadonlyMap<string, string>): void {
  for (const [name, uri] of attributes)
    if (name.startsWith('xmlns:')) document.namespaces.set(name.slice(6), vocabularyOf(uri));
  const localName = tag.slice(tag.indexOf(':') + 1).toLowerCase();
  if (isRoot(document, localName)) {
    document.root = ROOTS[localName]!;
    document.rootPrefix = tag.slice(0, Math.max(0, tag.indexOf(':'))).toLowerCase();
    document.baseUrl = baseOf(attributes, document.baseUrl);
  }
  if (document.root) openElement(document, document.root, elementName(document, tag), attributes);
}

/** A `urlset` or `sitemapindex` may follow an entry without a root. */
function isRoot({ root }: SitemapDocument, localName: string): boolean {
  if (!Object.hasOwn(ROOTS, localName)) return false;
  return root === undefined || (root === 'sitemap' && /set$|index$/.test(localName));
}

function openElement(
  document: SitemapDocument,
  root: Root,
  name: string,
  attributes: ReadonlyMap<string, string>,
): void {
  const { field } = document;
  // `<loc><url>…` is a common mistake.
  if (name === 'url' && field?.name === 'loc' && field.text.trim() === '') return;
  const kind = Object.hasOwn(ENTRIES[root], name) ? ENTRIES[root][name] : undefined;
  if (kind) {
    endEntry(document);
    const base = baseOf(attributes, document.baseUrl);
    document.entry = { kind, text: '', fields: [], links: [], about: attributes.get('rdf:about'), base };
  } else if (document.entry) openInEntry(document, document.entry, name, attributes);
}

function openInEntry(
  document: SitemapDocument,
  entry: SitemapEntry,
  name: string,
  attributes: ReadonlyMap<string, string>,
): void {
  const link = document.nested === undefined ? linkOf(entry.kind, name, attributes, entry.base) : undefined;
  if (link && entry.links.length < MAX_LINKS) entry.links.push(link);
  const fieldName = fieldOf(entry.kind, nestedName(document, name));
  if (fieldName !== undefined) {
    endField(document);
    document.field = { name: fieldName, text: '' };
  } else if (NESTED.includes(name)) {
    endField(document);
    document.nested = name;
  }
}

/** Handles an end tag. A tag that closes nothing is ignored. */
export function closeTag(document: SitemapDocument, tag: string): void {
  const name = elementName(document, tag);
  if (document.nested === name) document.nested = undefined;
  const { entry, field } = document;
  if (entry?.kind === name && (field?.name !== 'loc' || name !== 'url')) endEntry(document);
  else if (field && entry) {
    // Ends `<loc><url>…</url></loc>`, or an entry whose loc was never closed; the next tag decides.
    const isLocation = name === 'url' && field.name === 'loc';
    if (isLocation || fieldOf(entry.kind, nestedName(document, name)) === field.name) endField(document);
  }
}

/**
 * Adds text to the open field, or to an entry of plain text. A text that has reached the maximum length gets no more; a single addition
 * may exceed it.
 */
export function addText({ entry, nested, field }: SitemapDocument, text: string): void {
  const target = field ?? (nested === undefined ? entry : undefined);
  if (target && target.text.length < MAX_TEXT_LENGTH) target.text += text;
}

/** Drops text that was truncated: half a URL is another URL. */
export function dropOpenText(document: SitemapDocument): void {
  if (!document.field && document.entry) document.entry.text = '';
  document.field = undefined;
}

export function endEntry(document: SitemapDocument): void {
  endField(document);
  if (document.entry) emitEntry(document.entry, document.sink);
  document.entry = undefined;
  document.nested = undefined;
}

/** Stores the open field, except a URL with an entity that is not expanded. */
function endField(document: SitemapDocument): void {
  const { field, entry } = document;
  if (field && entry && !(field.name === 'loc' && field.hasUnknownEntity) && entry.fields.length < MAX_FIELDS)
    entry.fields.push(field);
  document.field = undefined;
}

/** Returns the name without the prefix of the file's own vocabulary, or with the short name of another one. */
function elementName({ namespaces, rootPrefix }: SitemapDocument, tag: string): string {
  const name = tag.toLowerCase();
  const colon = name.indexOf(':');
  if (colon < 0) return name;
  const prefix = name.slice(0, colon);
  const vocabulary = namespaces.get(prefix) ?? (prefix === rootPrefix ? '' : prefix);
  return vocabulary === '' ? name.slice(colon + 1) : `${vocabulary}:${name.slice(colon + 1)}`;
}

function nestedName({ nested }: SitemapDocument, name: string): string {
  return nested && !name.includes(':') ? `${nested}:${name}` : name;
}

/** Returns a short name for known vocabularies; '' for the protocol's own, in any version. */
function vocabularyOf(uri: string): string {
  const known = /sitemap-(image|video|news|mobile|pagemap)/.exec(uri)?.[1];
  if (known) return known;
  if (/sitemaps\.org\/|google\.com\/schemas\/sitemap\/|purl\.org\/rss/i.test(uri)) return '';
  if (/purl\.org\/dc\//i.test(uri)) return 'dc';
  if (/w3\.org\/1999\/xhtml/i.test(uri)) return 'xhtml';
  return /w3\.org\/2005\/atom/i.test(uri) ? 'atom' : 'other';
}
