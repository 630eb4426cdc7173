/** What a server says of a page and of itself in the headers of its answer. */

import { httpDate } from '../fetch/freshness.ts';
import type { PageBytes } from './fetched-page.ts';

export type ServerSaid = {
  /** `Server`, `X-Powered-By` and `X-Generator`, as sent. */
  server: string | null;
  /** ISO 8601; null: not said, or it is the time of the answer, as programs have it that make pages when they are asked. */
  modified: string | null;
  /** ISO 8601; null: not said, or past already. */
  expires: string | null;
  /** Reservations of rights (TDMRep). */
  reserved: Record<string, string>;
};

/** What was changed so shortly before it was sent was made then. Milliseconds. */
const JUST_NOW_MS = 60_000;

/** What is said to be of before the web, or beyond the years of four digits, was made up by a program. */
const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1) - 1;
const isLikely = (time: number): boolean => time >= EARLIEST && time <= LATEST;

export function headersOf({ headers, fetchedAt }: Pick<PageBytes, 'headers' | 'fetchedAt'>): ServerSaid {
  const parts: string[] = [];
  const reserved: Record<string, string> = {};
  const times = { date: Number.NaN, 'last-modified': Number.NaN, expires: Number.NaN };
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (key === 'server' || key === 'x-powered-by' || key === 'x-generator') parts.push(value.trim().slice(0, 200));
    else if (key === 'tdm-reservation' || key === 'tdm-policy') reserved[key] = value.trim().slice(0, 2_000);
    else if (key === 'date' || key === 'last-modified' || key === 'expires') times[key] = httpDate(value.trim());
  }
  const sent = Number.isNaN(times.date) ? (fetchedAt ?? Number.NaN) : times.date;
  const isOlder = isLikely(times['last-modified']) && !(times['last-modified'] > sent - JUST_NOW_MS);
  const isAhead = isLikely(times.expires) && !(times.expires <= sent);
  return {
    server: parts.length > 0 ? parts.join('; ') : null,
    modified: isOlder ? new Date(times['last-modified']).toISOString() : null,
    expires: isAhead ? new Date(times.expires).toISOString() : null,
    reserved,
  };
}
