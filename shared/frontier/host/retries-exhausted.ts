import type { PageEntry } from './entry.ts';

/** State of a URL whose last request failed: `unavailable` is retried at a date, `retired` is not retried. */
export type FailureState = 'unavailable' | 'retired';

type Ended = Pick<PageEntry, 'outcome' | 'next'>;

/** @returns the state of the failure, or undefined if the last request succeeded. */
export function failureState({ outcome, next }: Ended): FailureState | undefined {
  if (!outcome.startsWith('failed.')) return undefined;
  return next === undefined ? 'retired' : 'unavailable';
}

/** Returns the part of an outcome after the dot: `failed.timeout` → `timeout`. */
export const outcomeReason = ({ outcome }: Pick<PageEntry, 'outcome'>) => outcome.slice(outcome.indexOf('.') + 1);

/** Outcomes that show an unreachable host and say nothing about the URL. */
const HOST_UNREACHABLE: ReadonlySet<string> = new Set(['failed.dns', 'failed.connect', 'failed.tls', 'failed.timeout']);

/** Maximum number of tries that can still be blamed on the host. After more failures the URL itself may be slow. */
const MAX_UNREACHABLE_TRIES = 12;

/** Checks whether retries ended although the host may only have been unreachable. */
export const isUnreachable = (page: Ended & Pick<PageEntry, 'tries'>) =>
  page.next === undefined && HOST_UNREACHABLE.has(page.outcome) && page.tries < MAX_UNREACHABLE_TRIES;

/** Checks the outcome counts of a host for URLs that may qualify for `isUnreachable`. */
export const mayHaveUnreachable = (counts: Record<string, number>) =>
  [...HOST_UNREACHABLE].some((name) => (counts[name] ?? 0) > 0);
