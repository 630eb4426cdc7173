import type { Capture } from '../fetch/warc/capture.ts';
import { decodeContent } from '../http/content-coding.ts';
import { headerValues } from '../http/headers.ts';
import { SITEMAP_LIMITS } from '../robots/sitemap/sitemap.ts';
import type { SitemapSink } from '../robots/sitemap/sitemap-types.ts';
import { readList } from '../seeds/read-list.ts';
import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import type { UrlRules } from '../url/url-rules.ts';
import type { CleanOptions } from './clean-options.ts';
import { xmlStart } from './decode/media-type.ts';
import { openBody } from './decode/open-body.ts';
import type { ListedUrl, ListLine } from './document.ts';

/**
 * Parses a capture that was fetched as a sitemap or feed.
 *
 * @returns the listed URLs, or undefined if the capture was fetched as a page
 */
export function parseListCapture(capture: Capture, { rules, maxListBytes }: CleanOptions): ListLine | undefined {
  if (capture.note.kind === undefined) return undefined;
  const decoded = decodeBody(capture, maxListBytes);
  if ('reason' in decoded) return { ...EMPTY_LIST, reason: decoded.reason };
  return parseList(capture, decoded.bytes, maxListBytes, rules);
}

/**
 * Parses a capture that was fetched as a page and whose content is a sitemap or feed: XML or JSON Feed.
 *
 * @param mimeType sniffed media type of the capture
 * @returns the listed URLs, or undefined if the capture is a page
 */
export function parseFoundList(
  capture: Capture,
  mimeType: string,
  { rules, maxBytes, maxUnpackRatio }: CleanOptions,
): ListLine | undefined {
  const isList = XML_TYPE.test(mimeType) ? isXmlList : JSON_TYPE.test(mimeType) ? isJsonFeed : undefined;
  if (!isList) return undefined;
  const decoded = openBody(capture, maxBytes, maxUnpackRatio);
  if ('reason' in decoded || !isList(decoded.bytes)) return undefined;
  return parseList(capture, decoded.bytes, maxBytes, rules);
}

/** Media types of XML that may be a list. XHTML is always a page. */
const XML_TYPE = /^(?:application|text)\/(?!xhtml\+).*xml/;

const JSON_TYPE = /^application\/(?:feed\+)?json$/;

/** Tells whether JSON names the version of JSON Feed, which comes first as a rule. */
function isJsonFeed(bytes: Uint8Array): boolean {
  return JSON_FEED.test(Buffer.from(bytes.subarray(0, JSON_HEAD_BYTES)).toString('latin1'));
}

/** Number of bytes in which a JSON feed names its version. */
const JSON_HEAD_BYTES = 4_096;
const JSON_FEED = /^[^{]{0,8}\{[\s\S]*"version"\s*:\s*"https?:\\?\/\\?\/(?:www\.)?jsonfeed\.org\\?\/version\\?\//;

function isXmlList(bytes: Uint8Array): boolean {
  const { root, text } = xmlStart(bytes);
  return root !== undefined && (LIST_ROOTS.has(root) || (root === 'rdf' && RSS_IN_RDF.test(text)));
}

const LIST_ROOTS: ReadonlySet<string> = new Set(['urlset', 'sitemapindex', 'rss', 'feed']);
/** Namespaces of RSS 1.0, 1.1 and 0.90. Other RDF lists no pages. */
const RSS_IN_RDF = /purl\.org\/(?:net\/)?rss|netscape\.com\/rdf\/simple/i;

function decodeBody(capture: Capture, maxBytes: number): ReturnType<typeof decodeContent> {
  return decodeContent(capture.body, lastHeader(capture, 'content-encoding'), maxBytes);
}

function parseList(capture: Capture, bytes: Uint8Array, maxBytes: number, rules: UrlRules): ListLine {
  const urls = new Map<Url, ListedUrl>();
  const lists = new Set<Url>();
  const normalizeUrl = (text: string): Url | undefined => {
    const normalized = normalize(text, undefined, rules);
    return normalized.kind === 'url' ? normalized.url : undefined;
  };
  const sink: SitemapSink = {
    url({ url: text, lastModified, priority }) {
      const url = normalizeUrl(text);
      if (url === undefined || urls.has(url)) return;
      const time = lastModified === undefined ? Number.NaN : Date.parse(lastModified);
      urls.set(url, {
        url,
        ...(Number.isNaN(time) ? {} : { lastModified: time }),
        ...(priority !== undefined && { priority }),
      });
    },
    sitemap({ url: text }) {
      const url = normalizeUrl(text);
      if (url !== undefined && url !== capture.url) lists.add(url);
    },
  };
  const file = { url: capture.url, body: bytes, contentType: lastHeader(capture, 'content-type') };
  const reason = readList(file, sink, { ...SITEMAP_LIMITS, maxBytes }) ?? (capture.truncated ? 'truncated' : null);
  return { kind: 'list', urls: [...urls.values()], lists: [...lists], reason };
}

const EMPTY_LIST = { kind: 'list' as const, urls: [], lists: [] };

function lastHeader({ headers }: Capture, name: string): string {
  return headerValues(headers, name).at(-1) ?? '';
}
