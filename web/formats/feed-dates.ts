import type { Entry } from './entry.ts';

/** Returns when the newest entry was fetched, ISO 8601; undefined without entries. */
export const newestFetch = (entries: readonly Entry[]): string | undefined =>
  entries
    .map(({ fetchedAt }) => fetchedAt)
    .sort()
    .at(-1);

/**
 * Returns a date of publication as a full timestamp (RFC 3339), or undefined if it is not a complete, valid date: a feed has no
 * notation for a year alone.
 */
export function publishedAt(date: string | null): string | undefined {
  if (date === null || !/^\d{4}-\d\d-\d\d/.test(date)) return undefined;
  const ms = Date.parse(/[zZ]|[+-]\d\d:?\d\d$|^\d{4}-\d\d-\d\d$/.test(date) ? date : `${date}Z`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
