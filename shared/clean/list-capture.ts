import type { Capture } from '../fetch/warc/capture.ts';
import { decodeContent } from '../http/content-coding.ts';
import { headerValues } from '../http/headers.ts';
import { SITEMAP_LIMITS, type SitemapSink } from '../robots/sitemap/sitemap.ts';
import { looksLikeSitemap, readList } from '../seeds/read-list.ts';
import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import type { ListedUrl, ListLine } from './document.ts';

/** @returns undefined: the capture is a page. */
export function parseListCapture(
  capture: Capture,
  { rules, maxBytes: maxPageBytes, maxListBytes }: CleanOptions,
): ListLine | undefined {
  const isAsked = capture.note.kind !== undefined;
  if (!isAsked && !/xml/i.test(headerOf(capture, 'content-type'))) return undefined;
  const maxBytes = isAsked ? maxListBytes : maxPageBytes;
  const decoded = decodeContent(capture.body, headerOf(capture, 'content-encoding'), maxBytes);
  if ('reason' in decoded) return isAsked ? { ...EMPTY_LIST, reason: decoded.reason } : undefined;
  if (!isAsked && !looksLikeSitemap(decoded.bytes)) return undefined;

  const urls = new Map<Url, ListedUrl>();
  const lists = new Set<Url>();
  const spelled = (text: string): Url | undefined => {
    const normalized = normalize(text, undefined, rules);
    return normalized.kind === 'url' ? normalized.url : undefined;
  };
  const sink: SitemapSink = {
    url({ url: text, lastModified, priority }) {
      const url = spelled(text);
      if (url === undefined || urls.has(url)) return;
      const at = lastModified === undefined ? Number.NaN : Date.parse(lastModified);
      urls.set(url, {
        url,
        ...(Number.isNaN(at) ? {} : { lastModified: at }),
        ...(priority !== undefined && { priority }),
      });
    },
    sitemap({ url: text }) {
      const url = spelled(text);
      if (url !== undefined && url !== capture.url) lists.add(url);
    },
  };
  const file = { url: capture.url, body: decoded.bytes, contentType: headerOf(capture, 'content-type') };
  const reason = readList(file, sink, { ...SITEMAP_LIMITS, maxBytes }) ?? (capture.truncated ? 'truncated' : null);
  return { kind: 'list', urls: [...urls.values()], lists: [...lists], reason };
}

const EMPTY_LIST = { kind: 'list' as const, urls: [], lists: [] };

function headerOf({ headers }: Capture, wanted: string): string {
  return headerValues(headers, wanted).at(-1) ?? '';
}
