/**
 * Reads sitemaps of every kind (https://www.sitemaps.org/protocol.html): sitemaps and sitemap indexes in XML, text with one URL
 * per line, RSS and Atom, packed or not. The first characters decide the kind, because names and types are often wrong. Files
 * are read in chunks, so memory depends on what is kept. Damaged files give what can be read.
 */
import type { Reason } from '../../url/reason.ts';
import { createDecoder } from './sitemap-charset.ts';
import type { SitemapEnd, SitemapFile, SitemapLimits, SitemapSink } from './sitemap-types.ts';
import { textSitemapReader } from './text-sitemap.ts';
import { unpackGzip } from './unpack.ts';
import { looksLikeXml, xmlSitemapReader } from './xml-sitemap.ts';

/** Limits of the protocol for one file. */
export const SITEMAP_LIMITS: SitemapLimits = { maxBytes: 50 * 1024 * 1024, maxEntries: 50_000 };

/** Size of the chunks that are decoded and parsed, in bytes. */
const CHUNK_BYTES = 64 * 1024;

/** Maximum number of passes. Each comment, quote or CDATA section that is never closed needs one more. */
const MAX_PASSES = 4;

/** @returns why the file was not read completely, or `undefined` if it was. Never throws because of the content. */
export function readSitemap(file: SitemapFile, sink: SitemapSink, limits = SITEMAP_LIMITS): Reason | undefined {
  const { bytes, reason } = unpackGzip(file.body, limits.maxBytes);
  if (bytes.length === 0) return reason ?? 'no-content';
  const contentType = file.contentType ?? '';
  const limited = withinLimits(sink, limits.maxEntries);
  const [first = ''] = decodeChunks(bytes, contentType, 0);
  const reader = (looksLikeXml(first) ? xmlSitemapReader : textSitemapReader)(file.url, limited.sink);
  let isBroken = false;
  let end: SitemapEnd = { isSitemap: false, brokenAt: 0 };
  for (let pass = 0; end.brokenAt !== undefined && pass < MAX_PASSES && !limited.isFull(); pass++) {
    for (const chunk of decodeChunks(bytes, contentType, end.brokenAt)) {
      reader.write(chunk);
      if (limited.isFull()) break;
    }
    const { isSitemap, brokenAt } = reader.end(reason === undefined && !limited.isFull());
    isBroken ||= brokenAt !== undefined;
    end = reason ? { isSitemap } : { isSitemap, brokenAt };
  }
  if (limited.isFull()) return 'too-large';
  return reason ?? (end.isSitemap ? (isBroken ? 'truncated' : undefined) : 'not-a-sitemap');
}

/** @param from position of the first character to return. */
function* decodeChunks(bytes: Uint8Array, contentType: string, from: number): Generator<string> {
  const decode = createDecoder(bytes, contentType);
  let decoded = 0;
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const text = decode(bytes.subarray(at, at + CHUNK_BYTES));
    if (decoded + text.length > from) yield text.slice(Math.max(0, from - decoded));
    decoded += text.length;
  }
}

/** Drops entries beyond the limit. */
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
