import type { PageEntry } from './entry.ts';

/** How it stands with a URL that has failed: it comes again at a date, or it was given up. */
export type FailureState = 'unavailable' | 'retired';

type Ended = Pick<PageEntry, 'outcome' | 'next'>;

/** @returns undefined: its last request did not fail. */
export function failureState({ outcome, next }: Ended): FailureState | undefined {
  if (!outcome.startsWith('failed.')) return undefined;
  return next === undefined ? 'retired' : 'unavailable';
}

/** The word behind the dot. */
export const outcomeReason = ({ outcome }: Pick<PageEntry, 'outcome'>) => outcome.slice(outcome.indexOf('.') + 1);

/** What says that the host could not be talked to, and nothing of the URL. */
const HOST_UNREACHABLE: ReadonlySet<string> = new Set(['failed.dns', 'failed.connect', 'failed.tls', 'failed.timeout']);

/** Who failed as often is not asked for again, however often its host was away: it may be slow all by itself. */
const MAX_UNREACHED_TRIES = 12;

/** Given up although its host may only have been away. */
export const isUnreached = (page: Ended & Pick<PageEntry, 'tries'>) =>
  page.next === undefined && HOST_UNREACHABLE.has(page.outcome) && page.tries < MAX_UNREACHED_TRIES;

/** Among the counts of a host: some of its URLs may be such. */
export const mayHaveUnreached = (counts: Record<string, number>) =>
  [...HOST_UNREACHABLE].some((name) => (counts[name] ?? 0) > 0);
