import type { Reason } from '../url/reason.ts';
import { type ChainQuestion, judgeChain } from './guard.ts';

/** A line of `thresher guard --jsonl`. Nothing is looked up. */
export type GuardQuestion = ChainQuestion & { id: unknown };

export type GuardAnswer = { id: unknown; allowed: boolean; reason: Reason | null };

export function answerGuard({ id, ...question }: GuardQuestion, allowPrivate: readonly string[] = []): GuardAnswer {
  const reason = judgeChain(question, allowPrivate);
  return { id, allowed: reason === undefined, reason: reason ?? null };
}
