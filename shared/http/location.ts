import type { HttpResponse } from '../ports/fetcher.ts';
import { headerValue } from './headers.ts';

/**
 * Where an answer leads, as it was meant: headers come with a character for each byte (ISO 8859-1), but servers that write an
 * address without escapes write UTF-8, and browsers read it so (https://fetch.spec.whatwg.org/#concept-response-location-url).
 * What is not UTF-8 stays as it came. Absent: there is no such header.
 */
export function locationOf({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
  const location = headerValue(headers, 'location');
  if (location === undefined || !/[\u0080-\u00ff]/.test(location) || /[\u0100-\uffff]/.test(location)) return location;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(location, (sign) => sign.charCodeAt(0)));
  } catch {
    return location;
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Whether an answer sends elsewhere. One of several choices (300) does where the server names the one that it prefers: who asks
 * may follow it (RFC 9110, 15.4.1), and nobody else will choose for a crawler.
 */
export function isRedirect(answer: Pick<HttpResponse, 'status' | 'headers'>): boolean {
  return REDIRECTS.has(answer.status) || (answer.status === 300 && Boolean(locationOf(answer)));
}
