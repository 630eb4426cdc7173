import { type HeaderList, headerValue } from '../http/headers.ts';

/** Weekday first and a time of day: `Date.parse` takes nearly any word with a number behind it for a date. */
const HTTP_DATE = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i;

/** One of the three forms (RFC 9110, 5.6.7), of which one leaves out that it is GMT. Epoch ms; NaN: none of them. */
export function parseHttpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

/**
 * What HTTP says of a page: when it was last changed (epoch ms), and how much longer it stays fresh (milliseconds; RFC 9111,
 * 4.2.1, as a cache of one's own sees it). Absent: nothing, or nothing that can be.
 */
export function freshnessOf(headers: HeaderList, now: number): { modified?: number; freshMs?: number } {
  const modified = parseHttpDate(headerValue(headers, 'last-modified') ?? '');
  const freshMs = freshFor(headers, now);
  return {
    ...(modified > 0 && modified <= now && { modified }),
    ...(freshMs !== undefined && freshMs > 0 && { freshMs }),
  };
}

function freshFor(headers: HeaderList, now: number): number | undefined {
  const control = (headerValue(headers, 'cache-control') ?? '').toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(control)) return undefined;
  const seconds = /(?:^|[\s,])max-age="?(\d{1,10})/.exec(control)?.[1];
  if (seconds !== undefined)
    return Number(seconds) * 1000 - Number(/^\d+$/.exec(headerValue(headers, 'age') ?? '') ?? 0) * 1000;
  const expires = parseHttpDate(headerValue(headers, 'expires') ?? '');
  const sent = parseHttpDate(headerValue(headers, 'date') ?? '');
  return Number.isNaN(expires) ? undefined : expires - (Number.isNaN(sent) ? now : sent);
}
