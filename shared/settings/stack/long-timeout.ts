import type { Settings } from '../settings.ts';

/** Longest timeout of a page in a stack: with the pause after it, it fits into one call of the fetch function. Milliseconds. */
const MAX_STACK_FETCH_MS = 60_000;

/** Returns a message if the timeout of a page is longer than a stack can hold; undefined if it is not. */
export function findLongTimeout({ limits }: Pick<Settings, 'limits'>): string | undefined {
  if (limits.fetchTimeoutMs <= MAX_STACK_FETCH_MS) return undefined;
  return `limits.fetchTimeoutMs: must be at most ${MAX_STACK_FETCH_MS} in a stack, whose fetch function ends after five minutes, not ${limits.fetchTimeoutMs}; lower it, or crawl on one machine`;
}
