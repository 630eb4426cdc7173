import { DAY_MS } from '../text/time-units.ts';
import { type HeaderList, headerValue } from './headers.ts';
import { parseHttpDate } from './http-date.ts';

/** Longest rest that is obeyed: a day, in milliseconds. */
const MAX_REST_MS = DAY_MS;

/**
 * Reads `Retry-After`: seconds, or a date (RFC 9110, 10.2.3).
 *
 * @returns the end of the rest, at most a day ahead, in epoch ms; undefined if there is none, or the value is neither
 */
export function retryAfter(headers: HeaderList, now: number): number | undefined {
  const text = headerValue(headers, 'retry-after')?.trim() ?? '';
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : parseHttpDate(text);
  return Number.isNaN(at) ? undefined : Math.min(at, now + MAX_REST_MS);
}
