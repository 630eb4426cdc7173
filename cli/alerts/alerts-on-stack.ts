import type { EvaluatedAlert } from '../../shared/admin/answers.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { openStack, type TargetOptions } from '../aws/target.ts';
import type { Terminal } from '../output/terminal.ts';
import { outcomeName } from './describe-outcome.ts';

/**
 * Evaluates the alerts of a crawl in a stack. One request works for up to 20 seconds; the command repeats it as long as each one sends
 * messages and leaves some.
 */
export async function evaluateOnStack(
  options: TargetOptions & { name?: string | undefined },
  dry: boolean,
  fromStart: boolean,
  terminal: Terminal,
): Promise<{ crawl: string; outcomes: EvaluatedAlert[] }> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  const call = async (isFirst: boolean) =>
    (await callAdmin(stack, { action: 'alerts', crawl, dry, fromStart: fromStart && isFirst })).alerts;
  let outcomes = await call(true);
  let last = outcomes;
  while (!dry && canContinue(last) && !terminal.interrupt.aborted) {
    last = await call(false);
    outcomes = addOutcomes(outcomes, last);
  }
  return { crawl, outcomes };
}

/** An evaluation that sent nothing would begin again: the schedule has more time for it. */
const canContinue = (outcomes: readonly EvaluatedAlert[]): boolean =>
  outcomes.some(({ isInterrupted }) => isInterrupted) && outcomes.some(({ messages }) => messages > 0);

/** Adds what later evaluations have sent. What waits, failed or was interrupted is that of the last one. */
function addOutcomes(before: readonly EvaluatedAlert[], last: readonly EvaluatedAlert[]): EvaluatedAlert[] {
  const byName = new Map(before.map((one) => [outcomeName(one), one]));
  return last.map((one) => {
    const { isNew = false, messages = 0, records = 0 } = byName.get(outcomeName(one)) ?? {};
    return { ...one, isNew: one.isNew || isNew, messages: one.messages + messages, records: one.records + records };
  });
}
