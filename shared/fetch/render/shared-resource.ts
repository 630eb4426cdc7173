import { type HeaderList, headerValue } from '../../http/headers.ts';
import type { ResourceRequest } from '../../ports/renderer.ts';
import { originOf, type Url } from '../../url/url.ts';

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
