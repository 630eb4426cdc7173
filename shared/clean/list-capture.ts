import type { Capture } from '../fetch/warc/capture.ts';
import { decodeContent } from '../http/content-coding.ts';
import { headerValues } from '../http/headers.ts';
import { SITEMAP_LIMITS } from '../robots/sitemap/sitemap.ts';
import type { SitemapSink } from '../robots/sitemap/sitemap-types.ts';
import { looksLikeSitemap, readList } from '../seeds/read-list.ts';
import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import type { ListedUrl, ListLine } from './document.ts';

/**
 * Parses a capture that was fetched as a sitemap or feed, or that looks like a sitemap.
 *
 * @returns the listed URLs, or undefined if the capture is a page
 */
export function parseListCapture(
  capture: Capture,
  { rules, maxBytes: maxPageBytes, maxListBytes }: CleanOptions,
): ListLine | undefined {
  const isDeclaredList = capture.note.kind !== undefined;
  if (!isDeclaredList && !/xml/i.test(lastHeader(capture, 'content-type'))) return undefined;
  const maxBytes = isDeclaredList ? maxListBytes : maxPageBytes;
  const decoded = decodeContent(capture.body, lastHeader(capture, 'content-encoding'), maxBytes);
  if ('reason' in decoded) return isDeclaredList ? { ...EMPTY_LIST, reason: decoded.reason } : undefined;
  if (!isDeclaredList && !looksLikeSitemap(decoded.bytes)) return undefined;

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
  const file = { url: capture.url, body: decoded.bytes, contentType: lastHeader(capture, 'content-type') };
  const reason = readList(file, sink, { ...SITEMAP_LIMITS, maxBytes }) ?? (capture.truncated ? 'truncated' : null);
  return { kind: 'list', urls: [...urls.values()], lists: [...lists], reason };
}

const EMPTY_LIST = { kind: 'list' as const, urls: [], lists: [] };

function lastHeader({ headers }: Capture, name: string): string {
  return headerValues(headers, name).at(-1) ?? '';
}
