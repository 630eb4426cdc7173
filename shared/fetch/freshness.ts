import type { HttpAnswer } from '../ports/fetcher.ts';

/** Weekday first and a time of day: `Date.parse` takes nearly any word with a number behind it for a date. */
const HTTP_DATE = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i;

/** One of the three forms (RFC 9110, 5.6.7), of which one leaves out that it is GMT. Epoch ms; NaN: none of them. */
export function httpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

export function headerOf(answer: Pick<HttpAnswer, 'headers'>, name: string): string | undefined {
  return answer.headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

/**
 * What HTTP says of a page: when it was last changed (epoch ms), and how much longer it stays fresh (milliseconds; RFC 9111,
 * 4.2.1, as a cache of one's own sees it). Absent: nothing, or nothing that can be.
 */
export function freshnessOf(answer: Pick<HttpAnswer, 'headers'>, now: number): { modified?: number; freshMs?: number } {
  const modified = httpDate(headerOf(answer, 'last-modified') ?? '');
  const freshMs = freshFor(answer, now);
  return {
    ...(modified > 0 && modified <= now && { modified }),
    ...(freshMs !== undefined && freshMs > 0 && { freshMs }),
  };
}

function freshFor(answer: Pick<HttpAnswer, 'headers'>, now: number): number | undefined {
  const control = (headerOf(answer, 'cache-control') ?? '').toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(control)) return undefined;
  const seconds = /(?:^|[\s,])max-age="?(\d{1,10})/.exec(control)?.[1];
  if (seconds !== undefined)
    return Number(seconds) * 1000 - Number(/^\d+$/.exec(headerOf(answer, 'age') ?? '') ?? 0) * 1000;
  const expires = httpDate(headerOf(answer, 'expires') ?? '');
  const sent = httpDate(headerOf(answer, 'date') ?? '');
  return Number.isNaN(expires) ? undefined : expires - (Number.isNaN(sent) ? now : sent);
}
