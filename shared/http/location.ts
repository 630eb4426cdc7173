import type { HttpResponse } from '../ports/fetcher.ts';
import { headerValue } from './headers.ts';

/** Returns the Location header of a response (`decodeUrlField`), or undefined if it has none. */
export function locationOf({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
  const location = headerValue(headers, 'location');
  return location === undefined ? undefined : decodeUrlField(location);
}

/**
 * Decodes a header field with a URL. HTTP clients decode headers as ISO 8859-1, but some servers send unescaped UTF-8. Like
 * browsers, this function decodes such a value as UTF-8 (https://fetch.spec.whatwg.org/#concept-response-location-url). A value
 * that is not valid UTF-8 is returned as received.
 */
export function decodeUrlField(value: string): string {
  // ASCII needs no decoding. A character above U+00FF shows that the value is already decoded.
  if (!/[\u0080-\u00ff]/.test(value) || /[\u0100-\uffff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(value, (unit) => unit.charCodeAt(0)));
  } catch {
    return value;
  }
}

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Returns whether a response is a redirect. Status 300 (Multiple Choices) counts if the server names its preferred choice,
 * which a client may follow (RFC 9110, 15.4.1).
 */
export function isRedirect(response: Pick<HttpResponse, 'status' | 'headers'>): boolean {
  return REDIRECT_STATUSES.has(response.status) || (response.status === 300 && Boolean(locationOf(response)));
}
