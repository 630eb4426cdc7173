import type { Reason } from '../url/reason.ts';
import { type ChainQuery, checkRedirectChain } from './guard.ts';

/** A line of `thresher guard --jsonl`. Nothing is looked up. */
export type GuardQuery = ChainQuery & { id: unknown };

export type GuardVerdict = { id: unknown; allowed: boolean; reason: Reason | null };

export function answerGuard({ id, ...question }: GuardQuery, allowPrivate: readonly string[] = []): GuardVerdict {
  const reason = checkRedirectChain(question, allowPrivate);
  return { id, allowed: reason === undefined, reason: reason ?? null };
}
