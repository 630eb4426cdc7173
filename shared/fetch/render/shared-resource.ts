import { type HeaderList, headerValue } from '../../http/headers.ts';
import type { ResourceRequest } from '../../ports/renderer.ts';
import { groupOf } from '../../url/group.ts';
import { hostOf, originOf, type Url } from '../../url/url.ts';

/**
 * Returns whether the page that sent a request may read a response: one of its own origin, or one that its server shares with it
 * (`Access-Control-Allow-Origin`, https://fetch.spec.whatwg.org/#cors-check). Otherwise any page could read what only this machine
 * can request.
 *
 * @param url the one that responded, after redirects
 */
export function mayRead({ readBy }: ResourceRequest, url: Url, headers: HeaderList): boolean {
  if (readBy === undefined || readBy === originOf(url)) return true;
  const shared = headerValue(headers, 'access-control-allow-origin')?.trim();
  return shared === '*' || shared === readBy;
}

/**
 * Returns whether a page sends a request to its own site: a host of the same registrable domain. The browser does not ask other servers
 * whether they take its POST requests, because playwright-core answers for them.
 */
export function isOfOwnSite({ readBy }: ResourceRequest, url: Url): boolean {
  if (readBy === undefined || !URL.canParse(readBy)) return false;
  return areOfOneSite(new URL(readBy).host, hostOf(url));
}

/**
 * Returns whether a URL is on the site of a page: it has the scheme and the registrable domain of the page. Only then a request of the page is
 * sent with the credentials of the settings. A script of another site would run in the page, and a server may share what it shows to
 * everybody, so any page could read what only the crawl may.
 */
export function isOfPageSite(page: Url | undefined, url: Url): boolean {
  if (page === undefined || new URL(page).protocol !== new URL(url).protocol) return false;
  return areOfOneSite(hostOf(page), hostOf(url));
}

/** Returns whether hosts have the same registrable domain. */
const areOfOneSite = (host: string, other: string): boolean => groupOf(host, 'domain') === groupOf(other, 'domain');

/** Returns the headers of a request to a URL to which another one has redirected. */
export function redirectedHeaders(
  { readBy, headers }: ResourceRequest,
  from: Url,
  to: Url,
): ResourceRequest['headers'] {
  if (originOf(from) === originOf(to)) return headers;
  const { authorization: _, ...others } = headers;
  return readBy === undefined ? others : { ...others, origin: readBy };
}
