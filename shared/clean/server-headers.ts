/** What a server says of a page and of itself in the headers of its answer. */

import { parseHttpDate } from '../fetch/freshness.ts';
import type { FetchedPage } from './fetched-page.ts';

export type ServerHeaders = {
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
const MIN_AGE_MS = 60_000;

/** What is said to be of before the web, or beyond the years of four digits, was made up by a program. */
const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1) - 1;
const isPlausible = (time: number): boolean => time >= EARLIEST && time <= LATEST;

export function readServerHeaders({ headers, fetchedAt }: Pick<FetchedPage, 'headers' | 'fetchedAt'>): ServerHeaders {
  const parts: string[] = [];
  const reserved: Record<string, string> = {};
  const times = { date: Number.NaN, 'last-modified': Number.NaN, expires: Number.NaN };
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (key === 'server' || key === 'x-powered-by' || key === 'x-generator') parts.push(value.trim().slice(0, 200));
    else if (key === 'tdm-reservation' || key === 'tdm-policy') reserved[key] = value.trim().slice(0, 2_000);
    else if (key === 'date' || key === 'last-modified' || key === 'expires') times[key] = parseHttpDate(value.trim());
  }
  const sent = Number.isNaN(times.date) ? (fetchedAt ?? Number.NaN) : times.date;
  const isOlder = isPlausible(times['last-modified']) && !(times['last-modified'] > sent - MIN_AGE_MS);
  const isAhead = isPlausible(times.expires) && !(times.expires <= sent);
  return {
    server: parts.length > 0 ? parts.join('; ') : null,
    modified: isOlder ? new Date(times['last-modified']).toISOString() : null,
    expires: isAhead ? new Date(times.expires).toISOString() : null,
    reserved,
  };
}
