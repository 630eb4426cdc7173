import { type HeaderList, headerValue } from '../http/headers.ts';
import { parseHttpDate } from '../http/http-date.ts';

/**
 * Returns what the headers say about the age of a page.
 *
 * @returns `modified`: time of the last change (epoch ms); `freshMs`: remaining freshness lifetime for a private cache
 *   (milliseconds; RFC 9111, 4.2.1). Each is absent if the headers do not say it, or say something impossible.
 */
export function freshnessOf(headers: HeaderList, now: number): { modified?: number; freshMs?: number } {
  const modified = parseHttpDate(headerValue(headers, 'last-modified') ?? '');
  const freshMs = freshnessLifetime(headers, now);
  return {
    ...(modified > 0 && modified <= now && { modified }),
    ...(freshMs !== undefined && freshMs > 0 && { freshMs }),
  };
}

function freshnessLifetime(headers: HeaderList, now: number): number | undefined {
  const control = (headerValue(headers, 'cache-control') ?? '').toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(control)) return undefined;
  const maxAgeS = /(?:^|[\s,])max-age="?(\d{1,10})/.exec(control)?.[1];
  if (maxAgeS !== undefined) {
    const ageS = Number(/^\d+$/.exec(headerValue(headers, 'age') ?? '') ?? 0);
    return Number(maxAgeS) * 1000 - ageS * 1000;
  }
  const expires = parseHttpDate(headerValue(headers, 'expires') ?? '');
  const sent = parseHttpDate(headerValue(headers, 'date') ?? '');
  return Number.isNaN(expires) ? undefined : expires - (Number.isNaN(sent) ? now : sent);
}
