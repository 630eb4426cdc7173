import type { Reason } from '../url/reason.ts';
import { type ChainQuery, checkRedirectChain } from './guard.ts';

/** An input line of `thresher guard --jsonl`. */
export type GuardQuery = ChainQuery & { id: unknown };

/** An output line of `thresher guard --jsonl`. */
export type GuardVerdict = { id: unknown; allowed: boolean; reason: Reason | null };

/** Checks one query without any DNS lookup. */
export function answerGuard({ id, ...query }: GuardQuery, allowPrivate: readonly string[] = []): GuardVerdict {
  const reason = checkRedirectChain(query, allowPrivate);
  return { id, allowed: reason === undefined, reason: reason ?? null };
}
