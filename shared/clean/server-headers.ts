/** Reads metadata of a page and its server from the response headers. */

import { parseHttpDate } from '../http/http-date.ts';
import { cleanPreference, isPreferenceField, joinPreferences } from '../robots/usage-preferences.ts';
import { removeControls } from '../text/controls.ts';
import type { FetchedPage } from './fetched-page.ts';

export type ServerHeaders = {
  /** `Server`, `X-Powered-By` and `X-Generator`, as sent. */
  server: string | null;
  /** Date of the last change, ISO 8601. Null if the header is absent or names the time of the response, as for generated pages. */
  modified: string | null;
  /** Expiry date, ISO 8601; null if the header is absent or the date is past. */
  expires: string | null;
  /** Rights reserved against text and data mining (TDMRep), and usage preferences of robots.txt and headers, by header name. */
  reserved: Record<string, string>;
};

/** Minimum age of `Last-Modified` at the time of the response, in ms. A younger page was generated for the request. */
const MIN_AGE_MS = 60_000;

/** Dates before the web or after the year 9999 are placeholders. */
const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1) - 1;
const isPlausible = (time: number): boolean => time >= EARLIEST && time <= LATEST;

/** Returns the metadata of the response headers, and of robots.txt as the crawl noted it. */
export function readServerHeaders({
  headers,
  fetchedAt,
  note,
}: Pick<FetchedPage, 'headers' | 'fetchedAt' | 'note'>): ServerHeaders {
  const parts: string[] = [];
  const reserved: Record<string, string> = { ...note?.prefers };
  const times = { date: Number.NaN, 'last-modified': Number.NaN, expires: Number.NaN };
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (key === 'server' || key === 'x-powered-by' || key === 'x-generator')
      parts.push(removeControls(value).trim().slice(0, 200));
    else if (key === 'tdm-reservation' || key === 'tdm-policy')
      reserved[key] = removeControls(value).trim().slice(0, 2_000);
    else if (isPreferenceField(key)) reserved[key] = joinPreferences(reserved[key], cleanPreference(value));
    else if (key === 'date' || key === 'last-modified' || key === 'expires') times[key] = parseHttpDate(value.trim());
  }
  const sentAt = Number.isNaN(times.date) ? (fetchedAt ?? Number.NaN) : times.date;
  const isOlder = isPlausible(times['last-modified']) && !(times['last-modified'] > sentAt - MIN_AGE_MS);
  const isAhead = isPlausible(times.expires) && !(times.expires <= sentAt);
  return {
    server: parts.length > 0 ? parts.join('; ') : null,
    modified: isOlder ? new Date(times['last-modified']).toISOString() : null,
    expires: isAhead ? new Date(times.expires).toISOString() : null,
    reserved,
  };
}
