/**
 * Sitemaps of every kind (https://www.sitemaps.org/protocol.html): lists of addresses and lists of such lists in XML, plain
 * text with an address a line, RSS and Atom, packed or not. Which one it is its first signs tell: names and types are wrong
 * too often. Read piece by piece, so that what costs memory is what is kept and not what is read; whatever is broken gives
 * what can be read of it. It stands in this room because robots.txt names sitemaps, and because what a site
 * says of its own addresses is, like robots.txt, read before any page.
 */
import type { Reason } from '../../url/reason.ts';
import { createDecoder } from './sitemap-charset.ts';
import { type SitemapEnd, textSitemapReader } from './text-sitemap.ts';
import { unpackGzip } from './unpack.ts';
import { looksLikeXml, xmlSitemapReader } from './xml-sitemap.ts';

export type SitemapUrl = {
  url: string;
  /** ISO 8601, as precise as it was said. */
  lastModified?: string;
  changeFrequency?: 'always' | 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'never';
  /** Among the pages of the site: 0 to 1. */
  priority?: number;
  /** The same page in other languages, itself included as a rule. `language` as in `hreflang`; null: not said. */
  alternates?: { url: string; language: string | null }[];
  images?: string[];
  /** Where the film itself or its player is. */
  videos?: string[];
  news?: { title?: string; published?: string; name?: string; language?: string; keywords?: string };
};

export type SitemapRef = { url: string; lastModified?: string };

/** Addresses are absolute (http, https or ftp) and as a browser resolves them; nothing else is done to them. */
export type SitemapSink = {
  url(found: SitemapUrl): void;
  sitemap(found: SitemapRef): void;
};

export type SitemapLimits = {
  /** Of the file, unpacked. */
  maxBytes: number;
  /** Addresses, and sitemaps named, each. */
  maxEntries: number;
};

/** What the protocol allows a file to have. */
export const SITEMAP_LIMITS: SitemapLimits = { maxBytes: 50 * 1024 * 1024, maxEntries: 50_000 };

/** What is decoded and parsed at a time. Bytes. */
const PIECE = 64 * 1024;

/** Each comment that is never closed, quote or the like, costs one more. */
const MOST_READINGS = 4;

export type SitemapFile = {
  /** Where it is from: what relative addresses are resolved against. */
  url: string;
  body: Uint8Array;
  /** Value of Content-Type; only its charset counts, and that least. */
  contentType?: string | undefined;
};

/** @returns why it was not read, or not to its end; undefined: read whole. Never throws for what it is given to read. */
export function readSitemap(file: SitemapFile, sink: SitemapSink, limits = SITEMAP_LIMITS): Reason | undefined {
  const { bytes, reason } = unpackGzip(file.body, limits.maxBytes);
  if (bytes.length === 0) return reason ?? 'no-content';
  const contentType = file.contentType ?? '';
  const limited = withinLimits(sink, limits.maxEntries);
  const [first = ''] = pieces(bytes, contentType, 0);
  const reader = (looksLikeXml(first) ? xmlSitemapReader : textSitemapReader)(file.url, limited.sink);
  let isBroken = false;
  let end: SitemapEnd = { isSitemap: false, brokenAt: 0 };
  for (let readings = 0; end.brokenAt !== undefined && readings < MOST_READINGS && !limited.isFull(); readings++) {
    for (const piece of pieces(bytes, contentType, end.brokenAt)) {
      reader.write(piece);
      if (limited.isFull()) break;
    }
    const { isSitemap, brokenAt } = reader.end(reason === undefined && !limited.isFull());
    isBroken ||= brokenAt !== undefined;
    end = reason ? { isSitemap } : { isSitemap, brokenAt };
  }
  if (limited.isFull()) return 'too-large';
  return reason ?? (end.isSitemap ? (isBroken ? 'truncated' : undefined) : 'not-a-sitemap');
}

/** @param from the first sign that is wanted. Characters. */
function* pieces(bytes: Uint8Array, contentType: string, from: number): Generator<string> {
  const decode = createDecoder(bytes, contentType);
  let passed = 0;
  for (let at = 0; at < bytes.length; at += PIECE) {
    const text = decode(bytes.subarray(at, at + PIECE));
    if (passed + text.length > from) yield text.slice(Math.max(0, from - passed));
    passed += text.length;
  }
}

function withinLimits(sink: SitemapSink, maxEntries: number): { sink: SitemapSink; isFull(): boolean } {
  let urls = 0;
  let sitemaps = 0;
  return {
    sink: {
      url: (found) => {
        if (urls++ < maxEntries) sink.url(found);
      },
      sitemap: (found) => {
        if (sitemaps++ < maxEntries) sink.sitemap(found);
      },
    },
    isFull: () => urls > maxEntries || sitemaps > maxEntries,
  };
}
