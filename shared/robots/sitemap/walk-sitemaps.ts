import { headerValue } from '../../http/headers.ts';
import { isRedirect, locationOf } from '../../http/location.ts';
import type { Fetcher, HttpFailure, HttpResponse } from '../../ports/fetcher.ts';
import { normalize } from '../../url/normalize.ts';
import type { Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import { DEFAULT_URL_RULES } from '../../url/url-rules.ts';
import { readSitemap, SITEMAP_LIMITS } from './sitemap.ts';
import type { SitemapUrl } from './sitemap-types.ts';
import { decodeBody } from './unpack.ts';

export type WalkLimits = {
  /** Maximum number of files, including unreadable ones. */
  maxFiles: number;
  /** Maximum nesting of sitemap indexes. The protocol allows none, but sites have two. */
  maxDepth: number;
  maxUrls: number;
  /** Timeout of each request. */
  timeoutMs: number;
  signal?: AbortSignal;
};

/** Default limits of a walk through the sitemaps of a site. */
export const WALK_LIMITS: WalkLimits = { maxFiles: 1_000, maxDepth: 3, maxUrls: 5_000_000, timeoutMs: 60_000 };

/** Result for one file. */
export type WalkedFile = {
  url: Url;
  /** Number of indexes above the file; 0 for a start URL. */
  depth: number;
  /** Status of the last response, or `null` if there was none. */
  status: number | null;
  /** Why the file was not read completely, or `undefined` if it was. */
  reason: Reason | undefined;
  urls: number;
  sitemaps: number;
};

export type WalkHooks = {
  /** Called before each request. It waits for the pause, and returns false to end the walk. */
  beforeRequest(url: Url): Promise<boolean>;
  url(found: SitemapUrl, file: Url): void;
  file(walked: WalkedFile): void;
};

/** Maximum number of consecutive redirects of a sitemap. */
const MAX_REDIRECTS = 5;

/** Reads sitemaps and the sitemaps that they list, each once, in breadth-first order. */
export async function walkSitemaps(
  starts: readonly string[],
  fetcher: Fetcher,
  limits: WalkLimits,
  hooks: WalkHooks,
): Promise<void> {
  const queue: { url: Url; depth: number }[] = [];
  const known = new Set<string>();
  let urls = 0;
  const add = (href: string, depth: number): void => {
    const normalized = normalize(href, undefined, DEFAULT_URL_RULES);
    if (normalized.kind === 'refused' || known.has(normalized.url) || known.size >= limits.maxFiles) return;
    known.add(normalized.url);
    queue.push({ url: normalized.url, depth });
  };
  for (const start of starts) add(start, 0);

  for (let next = queue.shift(); next && urls < limits.maxUrls; next = queue.shift()) {
    const { url, depth } = next;
    const fetched = await fetchFile(url, fetcher, limits, hooks);
    if (fetched === undefined) return;
    const counts = { urls: 0, sitemaps: 0 };
    const sink = {
      url: (found: SitemapUrl) => {
        if (urls++ >= limits.maxUrls) return;
        counts.urls++;
        hooks.url(found, url);
      },
      sitemap: (found: { url: string }) => {
        counts.sitemaps++;
        if (depth < limits.maxDepth) add(found.url, depth + 1);
      },
    };
    const reason = 'file' in fetched ? readSitemap(fetched.file, sink) : fetched.reason;
    hooks.file({ url, depth, status: fetched.status, reason, ...counts });
  }
}

type FetchedFile =
  | { status: number; file: Parameters<typeof readSitemap>[0] }
  | { status: number | null; reason: Reason };

/** @returns `undefined` if `beforeRequest` ended the walk. */
async function fetchFile(
  start: Url,
  fetcher: Fetcher,
  { timeoutMs, signal }: WalkLimits,
  { beforeRequest }: WalkHooks,
): Promise<FetchedFile | undefined> {
  let url = start;
  for (let hops = 0; ; hops++) {
    if (!(await beforeRequest(url))) return undefined;
    const response = await fetcher.fetch(url, {
      headers: { accept: 'application/xml, text/xml, text/plain;q=0.8, */*;q=0.5', 'accept-encoding': 'gzip' },
      maxBytes: SITEMAP_LIMITS.maxBytes,
      timeoutMs,
      ...(signal ? { signal } : {}),
    });
    const target = redirectTarget(response, url);
    if (target === undefined) return toFetchedFile(response, url);
    if (typeof target !== 'string') return { status: target.status, reason: 'redirect-nowhere' };
    if (hops >= MAX_REDIRECTS) return { status: null, reason: 'redirect-loop' };
    url = target;
  }
}

/** @returns the target, the status of a redirect without a valid target, or `undefined` if the response is not a redirect. */
function redirectTarget(response: HttpResponse | HttpFailure, url: Url): Url | { status: number } | undefined {
  if (response.kind !== 'response' || !isRedirect(response)) return undefined;
  const location = locationOf(response);
  const target = location === undefined ? undefined : normalize(location, url, DEFAULT_URL_RULES);
  return target?.kind === 'url' ? target.url : { status: response.status };
}

function toFetchedFile(response: HttpResponse | HttpFailure, url: Url): FetchedFile {
  if (response.kind === 'failure') return { status: null, reason: response.reason };
  const { status } = response;
  if (status === 404) return { status, reason: 'not-found' };
  if (status === 410) return { status, reason: 'gone' };
  if (status === 429) return { status, reason: 'too-many-requests' };
  if (status < 200 || status > 299) return { status, reason: status >= 500 ? 'server-error' : 'client-error' };
  // The reader detects gzip by its first bytes, also if the file is packed twice.
  const { headers } = response;
  const body = isGzip(response.body) ? response.body : decodeBody(response.body, headers, SITEMAP_LIMITS.maxBytes);
  // Some servers declare gzip but send plain text.
  return { status, file: { url, body: body ?? response.body, contentType: headerValue(headers, 'content-type') } };
}

function isGzip([a, b]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b;
}
