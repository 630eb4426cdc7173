/**
 * Sitemaps, RSS and Atom by one pass over the tags, without a tree or a stack: what entry is open and what field of it.
 * So neither a million unclosed elements nor a bare `&` matters, and entities of a document's own are never expanded.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { SitemapSink } from './sitemap.ts';
import { type Entry, type EntryKind, emitEntry, fieldOf, linkOf } from './sitemap-entry.ts';
import type { SitemapReader } from './text-sitemap.ts';

const ROOT = /<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s>/]/i;

/** @param beginning of the file. Notices that a server's program writes before the file's own beginning are no text. */
export function looksLikeXml(beginning: string): boolean {
  return /^\s*</.test(beginning) || ROOT.test(beginning);
}

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
/** What stands in an entry and has fields of the same names. */
const INSETS = ['image', 'video', 'news', 'source', 'author', 'content', 'description'];

/** Of a field, an attribute or a name. Characters. */
const LONGEST = 16_384;
/** Of an entry: a thousand pictures are allowed. */
const MOST_FIELDS = 2_000;
const MOST_LINKS = 1_000;

export function xmlSitemapReader(base: string, sink: SitemapSink): SitemapReader {
  let root: Root | undefined;
  let rootPrefix = '';
  const spaces = new Map<string, string>();
  let entry: Entry | undefined;
  let inset: string | undefined;
  let field: { name: string; text: string; isUnclear?: boolean } | undefined;
  let tag = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  /** What is parsed, and what was before it: tokens may begin there. */
  let before = '';
  let now = '';
  let offset = 0;
  /** Where the last text ended: at the end of everything it is cut off, for no tag has followed it. */
  let textEnd = -1;
  let ending = false;
  /** Where this reading began, in characters of the file, and the opening behind it that nothing has closed. */
  let begun = 0;
  let openedAt: number | undefined;

  const slice = (start: number, end: number): string => {
    const from = start - offset;
    const cut = Math.min(end - offset, from + LONGEST);
    if (from >= 0) return now.slice(from, cut);
    return (before + now).slice(Math.max(0, from + before.length), Math.max(0, cut + before.length));
  };

  function endField(): void {
    const isAddress = field?.name === 'loc';
    if (field && entry && !(isAddress && field.isUnclear) && entry.fields.length < MOST_FIELDS)
      entry.fields.push(field);
    field = undefined;
  }

  function endEntry(): void {
    endField();
    if (entry) emitEntry(entry, base, sink);
    entry = undefined;
    inset = undefined;
  }

  /** The name as it counts here: of the file's own vocabulary without a prefix, of another with that one's name. */
  function plainName(raw: string): string {
    const name = raw.toLowerCase();
    const colon = name.indexOf(':');
    if (colon < 0) return name;
    const prefix = name.slice(0, colon);
    const space = spaces.get(prefix) ?? (prefix === rootPrefix ? '' : prefix);
    return space === '' ? name.slice(colon + 1) : `${space}:${name.slice(colon + 1)}`;
  }

  function nameInside(name: string): string {
    return inset && !name.includes(':') ? `${inset}:${name}` : name;
  }

  function openTag(): void {
    for (const [name, uri] of attributes) if (name.startsWith('xmlns:')) spaces.set(name.slice(6), vocabulary(uri));
    const bare = tag.slice(tag.indexOf(':') + 1).toLowerCase();
    if (Object.hasOwn(ROOTS, bare) && (root === undefined || (root === 'sitemap' && /set$|index$/.test(bare)))) {
      root = ROOTS[bare]!;
      rootPrefix = tag.slice(0, Math.max(0, tag.indexOf(':'))).toLowerCase();
    }
    if (root) openInside(plainName(tag));
  }

  function openInside(name: string): void {
    // `<loc><url>…` is a common mistake.
    if (name === 'url' && field?.name === 'loc' && field.text.trim() === '') return;
    const kind = Object.hasOwn(ENTRIES[root!], name) ? ENTRIES[root!][name] : undefined;
    if (kind) {
      endEntry();
      entry = { kind, text: '', fields: [], links: [], about: attributes.get('rdf:about') };
      return;
    }
    if (!entry) return;
    const link = inset === undefined ? linkOf(entry.kind, name, attributes) : undefined;
    if (link && entry.links.length < MOST_LINKS) entry.links.push(link);
    const known = fieldOf(entry.kind, nameInside(name));
    if (known !== undefined) {
      endField();
      field = { name: known, text: '' };
    } else if (INSETS.includes(name)) {
      endField();
      inset = name;
    }
  }

  function closeTag(raw: string): void {
    const name = plainName(raw);
    if (inset === name) inset = undefined;
    if (entry?.kind === name && (field?.name !== 'loc' || name !== 'url')) endEntry();
    else if (field && entry) {
      // The end of `<loc><url>…</url></loc>`, or of an entry whose loc was never closed: the next tag tells.
      const isAddress = name === 'url' && field.name === 'loc';
      if (isAddress || fieldOf(entry.kind, nameInside(name)) === field.name) endField();
    }
  }

  function cutOff(): void {
    if (!field && entry) entry.text = '';
    field = undefined;
  }

  const addText = (text: string): void => {
    const into = field ?? entry;
    if (ending) cutOff();
    else if (into && inset === undefined && into.text.length < LONGEST) into.text += text;
    else if (field && field.text.length < LONGEST) field.text += text;
  };

  const callbacks: TokenizerCallbacks = {
    onopentagname(start, end) {
      tag = slice(start, end);
      attributes = new Map();
    },
    onattribname(start, end) {
      attribute = slice(start, end).toLowerCase();
      value = '';
      openedAt = end;
    },
    onattribdata(start, end) {
      if (value.length < LONGEST) value += slice(start, end);
    },
    onattribentity(code) {
      value += String.fromCodePoint(code);
    },
    onattribend() {
      openedAt = undefined;
      if (attributes.size < 100) attributes.set(attribute, value);
    },
    onopentagend: openTag,
    onselfclosingtag() {
      openTag();
      closeTag(tag);
    },
    onclosetag(start, end) {
      if (root) closeTag(slice(start, end).trim());
    },
    ontext(start, end) {
      textEnd = end;
      const text = slice(start, end);
      if (field && ENTITY.test(text)) field.isUnclear = true;
      addText(text);
    },
    ontextentity(code, end) {
      textEnd = end;
      addText(String.fromCodePoint(code));
    },
    oncdata(start, end, cut) {
      if (ending) openedAt = start;
      addText(slice(start, end - cut));
    },
    oncomment(start) {
      if (ending) openedAt = start;
    },
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
  };
  const start = (): Tokenizer => new Tokenizer({ xmlMode: true, decodeEntities: true }, callbacks);
  let tokenizer = start();

  function startAgain(at: number): void {
    tokenizer = start();
    begun = at;
    openedAt = undefined;
    before = now = '';
    offset = 0;
    textEnd = -1;
    ending = false;
  }

  return {
    write(text) {
      offset += now.length;
      before = now;
      now = text;
      tokenizer.write(text);
    },
    end() {
      // Half an address is another one.
      if (textEnd >= offset + now.length) cutOff();
      ending = true;
      tokenizer.end();
      endEntry();
      const brokenAt = openedAt === undefined ? undefined : begun + openedAt;
      if (brokenAt !== undefined) startAgain(brokenAt);
      return { isSitemap: root !== undefined, brokenAt };
    },
  };
}

/** One of the document's own, or of HTML: what it stands for is not known here. */
const ENTITY = /&[a-z_][\w.-]*;/i;

/** A short name for the vocabularies that are read; '' for the protocol's own, under whatever prefix and version. */
function vocabulary(uri: string): string {
  const known = /sitemap-(image|video|news|mobile|pagemap)/.exec(uri)?.[1];
  if (known) return known;
  if (/sitemaps\.org\/|google\.com\/schemas\/sitemap\/|purl\.org\/rss/i.test(uri)) return '';
  if (/purl\.org\/dc\//i.test(uri)) return 'dc';
  if (/w3\.org\/1999\/xhtml/i.test(uri)) return 'xhtml';
  return /w3\.org\/2005\/atom/i.test(uri) ? 'atom' : 'other';
}
