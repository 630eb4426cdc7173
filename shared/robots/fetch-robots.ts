import { isBotCheck } from '../http/bot-check.ts';
import { isRedirect, locationOf } from '../http/location.ts';
import type { Clock } from '../ports/clock.ts';
import type { Fetcher, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { RobotsItem, RobotsStore } from '../ports/robots-store.ts';
import { normalize } from '../url/normalize.ts';
import { hostOf, originOf, type Url } from '../url/url.ts';
import { DEFAULT_URL_RULES } from '../url/url-rules.ts';
import { MAX_ROBOTS_BYTES } from './parse-robots.ts';
import type { RIGHTS_FILES, RightsFile } from './rights-files.ts';
import { restOf, robotsItemFrom } from './robots-item.ts';

/** Limits on reading a file of an origin, with its redirects. */
export type RobotsLimits = {
  /** Timeout of each request. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Called with each response, also with redirects. Absent: not called. */
  onResponse?: (url: Url, response: HttpResponse) => void;
};

/** How a file of an origin is requested. */
export type RobotsRequest = RobotsLimits & {
  /** Called with the URL before each request. It waits for the pause and renews the lease. It returns false to cancel. */
  beforeRequest(url: Url): Promise<boolean>;
  /** Another file that is fetched and stored in the same way. Default: `/robots.txt`. */
  file?: SiteFile;
};

/** Maximum number of consecutive redirects (RFC 9309, 2.3.1.2). */
const MAX_REDIRECTS = 5;

/** A file of a whole site that says what a crawl may do. */
export type SiteFile = '/robots.txt' | (typeof RIGHTS_FILES)[RightsFile]['path'];

/** Returns the key of a file in the store of robots.txt files: the origin alone for robots.txt. */
export const keyOfFile = (origin: string, file: SiteFile): string => (file === '/robots.txt' ? origin : origin + file);

/**
 * Fetches the robots.txt of an origin. Follows redirects, also to other hosts; the file then applies to the requested origin. A redirect to
 * the file of another origin that is stored and valid sends no request there: that host may be locked by a long visit.
 *
 * @param ports without `robots`, no stored file is used
 * @returns the item to store, or `undefined` if cancelled, the number of requests sent, and the end of the rest that the host of the
 * origin asks for by `Retry-After`, in epoch ms; absent if it asks for none.
 */
export async function fetchRobots(
  origin: string,
  previous: RobotsItem | undefined,
  ports: { fetcher: Fetcher; clock: Clock; robots?: Pick<RobotsStore, 'get'> },
  { beforeRequest, file = '/robots.txt', ...limits }: RobotsRequest,
): Promise<{ item: RobotsItem | undefined; requests: number; restUntil?: number }> {
  let url = (origin + file) as Url;
  let response: HttpResponse | HttpFailure;
  for (let requests = 1; ; requests++) {
    if (!(await beforeRequest(url))) return { item: undefined, requests: requests - 1 };
    response = await ports.fetcher.fetch(url, {
      // Compression does not pay for such a small file.
      headers: { accept: 'text/plain, */*;q=0.5', 'accept-encoding': 'identity' },
      // One byte more than is read shows that the file was truncated.
      maxBytes: MAX_ROBOTS_BYTES + 1,
      timeoutMs: limits.timeoutMs,
      ...(limits.signal ? { signal: limits.signal } : {}),
    });
    if (response.kind === 'response') limits.onResponse?.(url, response);
    const next = requests > MAX_REDIRECTS ? undefined : targetOf(response, url);
    if (next === undefined) {
      const now = ports.clock.now();
      const item = robotsItemFrom(keyOfFile(origin, file), response, previous, now);
      const restUntil = hostOf(url) === hostOf(origin as Url) ? restOf(response, now) : undefined;
      return {
        item: response.kind === 'failure' || isBotCheck(response.headers) ? blamingTarget(item, url) : item,
        requests,
        ...(restUntil !== undefined && { restUntil }),
      };
    }
    const text = await storedText(next, file, ports);
    if (text !== undefined)
      return { item: { origin: keyOfFile(origin, file), readAt: ports.clock.now(), ...text }, requests };
    url = next;
  }
}

/** Returns the text of a stored file and its expiry; undefined if the URL is not the file of an origin, or none is stored and valid. */
async function storedText(
  url: Url,
  file: SiteFile,
  { clock, robots }: { clock: Clock; robots?: Pick<RobotsStore, 'get'> },
): Promise<Pick<RobotsItem, 'text' | 'expiresAt'> | undefined> {
  const origin = originOf(url);
  if (url !== origin + file) return undefined;
  const item = await robots?.get(keyOfFile(origin, file));
  if (!item || item.unreachableSince !== undefined || item.expiresAt <= clock.now()) return undefined;
  return { text: item.text, expiresAt: item.expiresAt };
}

/**
 * Changes the cause of a failure of another host, or of its check for browsers, to which robots.txt redirects. It says nothing about the
 * pages of this host, which would otherwise have no name or a private address as well.
 */
function blamingTarget(item: RobotsItem, url: Url): RobotsItem {
  if (!item.cause || hostOf(url) === hostOf(item.origin as Url)) return item;
  const { reason, detail } = item.cause;
  return { ...item, cause: { reason: 'robots-unreachable', detail: `it redirects to ${url} (${reason}: ${detail})` } };
}

function targetOf(response: HttpResponse | HttpFailure, url: Url): Url | undefined {
  if (response.kind !== 'response' || !isRedirect(response)) return undefined;
  const location = locationOf(response);
  const target = location === undefined ? undefined : normalize(location, url, DEFAULT_URL_RULES);
  return target?.kind === 'url' ? target.url : undefined;
}
