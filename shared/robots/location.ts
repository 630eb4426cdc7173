import type { HttpAnswer } from '../ports/fetcher.ts';

/**
 * Where an answer leads, as it was meant: headers come with a character for each byte (ISO 8859-1), but servers that write an
 * address without escapes write UTF-8, and browsers read it so (https://fetch.spec.whatwg.org/#concept-response-location-url).
 * What is not UTF-8 stays as it came. Absent: there is no such header.
 */
export function locationOf({ headers }: Pick<HttpAnswer, 'headers'>): string | undefined {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (location === undefined || !/[\u0080-\u00ff]/.test(location) || /[\u0100-\uffff]/.test(location)) return location;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(location, (sign) => sign.charCodeAt(0)));
  } catch {
    return location;
  }
}
