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
  /** Files, those that could not be read included. */
  maxFiles: number;
  /** Indexes within indexes: the protocol allows none, sites have two. */
  maxDepth: number;
  maxUrls: number;
  /** For each request. */
  timeoutMs: number;
  signal?: AbortSignal;
};

export const WALK_LIMITS: WalkLimits = { maxFiles: 1_000, maxDepth: 3, maxUrls: 5_000_000, timeoutMs: 60_000 };

/** What one file came to. */
export type WalkedFile = {
  url: Url;
  /** 0 for a start. */
  depth: number;
  /** Of the last answer; null: there was none. */
  status: number | null;
  /** Why it was not read, or not to its end; undefined: read whole. */
  reason: Reason | undefined;
  urls: number;
  sitemaps: number;
};

export type WalkHooks = {
  /** Asked before every request: waits for the pause, and says false to end the walk. */
  beforeRequest(url: Url): Promise<boolean>;
  url(found: SitemapUrl, file: Url): void;
  file(walked: WalkedFile): void;
};

const MAX_REDIRECTS = 5;

/** Reads sitemaps and those that they name, each once, those nearest to the starts first. */
export async function walkSitemaps(
  starts: readonly string[],
  fetcher: Fetcher,
  limits: WalkLimits,
  hooks: WalkHooks,
): Promise<void> {
  const waiting: { url: Url; depth: number }[] = [];
  const known = new Set<string>();
  let urls = 0;
  const add = (address: string, depth: number): void => {
    const normalized = normalize(address, undefined, DEFAULT_URL_RULES);
    if (normalized.kind === 'refused' || known.has(normalized.url) || known.size >= limits.maxFiles) return;
    known.add(normalized.url);
    waiting.push({ url: normalized.url, depth });
  };
  for (const start of starts) add(start, 0);

  for (let next = waiting.shift(); next && urls < limits.maxUrls; next = waiting.shift()) {
    const { url, depth } = next;
    const got = await fetchFile(url, fetcher, limits, hooks);
    if (got === undefined) return;
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
    const reason = 'file' in got ? readSitemap(got.file, sink) : got.reason;
    hooks.file({ url, depth, status: got.status, reason, ...counts });
  }
}

type Got = { status: number; file: Parameters<typeof readSitemap>[0] } | { status: number | null; reason: Reason };

/** @returns undefined: given up. */
async function fetchFile(
  start: Url,
  fetcher: Fetcher,
  { timeoutMs, signal }: WalkLimits,
  { beforeRequest }: WalkHooks,
): Promise<Got | undefined> {
  let url = start;
  for (let hops = 0; ; hops++) {
    if (!(await beforeRequest(url))) return undefined;
    const answer = await fetcher.fetch(url, {
      headers: { accept: 'application/xml, text/xml, text/plain;q=0.8, */*;q=0.5', 'accept-encoding': 'gzip' },
      maxBytes: SITEMAP_LIMITS.maxBytes,
      timeoutMs,
      ...(signal ? { signal } : {}),
    });
    const target = redirectOf(answer, url);
    if (target === undefined) return gotOf(answer, url);
    if (typeof target !== 'string') return { status: target.status, reason: 'redirect-nowhere' };
    if (hops >= MAX_REDIRECTS) return { status: null, reason: 'redirect-loop' };
    url = target;
  }
}

function redirectOf(answer: HttpResponse | HttpFailure, url: Url): Url | { status: number } | undefined {
  if (answer.kind !== 'response' || !isRedirect(answer)) return undefined;
  const location = locationOf(answer);
  const target = location === undefined ? undefined : normalize(location, url, DEFAULT_URL_RULES);
  return target?.kind === 'url' ? target.url : { status: answer.status };
}

function gotOf(answer: HttpResponse | HttpFailure, url: Url): Got {
  if (answer.kind === 'failure') return { status: null, reason: answer.reason };
  const { status } = answer;
  if (status === 404) return { status, reason: 'not-found' };
  if (status === 410) return { status, reason: 'gone' };
  if (status === 429) return { status, reason: 'too-many-requests' };
  if (status < 200 || status > 299) return { status, reason: status >= 500 ? 'server-error' : 'client-error' };
  // A file that is packed and sent as such twice over is known by its first bytes, and one that is not, too.
  const body = isGzip(answer.body) ? answer.body : decodeBody(answer.body, answer.headers, SITEMAP_LIMITS.maxBytes);
  // Servers that say gzip and send none are read as they are.
  return { status, file: { url, body: body ?? answer.body, contentType: headerValue(answer.headers, 'content-type') } };
}

function isGzip([a, b]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b;
}
