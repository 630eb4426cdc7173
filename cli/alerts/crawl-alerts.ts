import type { AlertOutcome } from '../../shared/alerts/evaluate-alert.ts';
import { EVALUATE_EVERY_MS, retryWaitMs } from '../../shared/alerts/retry-wait.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Stores } from '../run/wiring.ts';
import { describeOutcome, outcomeName } from './describe-outcome.ts';

/**
 * Age of changes that are evaluated while other threads write the index. A change gets its time when its transaction starts, 2 s ahead
 * (`local/search-index/changes/change-times.ts`); a busy machine may need longer to complete it, and an alert never looks back. Milliseconds.
 */
const SETTLED_MS = 10_000;

/** Called after an evaluation of an alert that sent something, could not, or created the alert. */
export type OnAlert = (alert: { name: string; message: string; isUndelivered: boolean }) => void;

export type CrawlAlerts = {
  /**
   * Ends the evaluations. After a crawl without a fault, evaluates all changes once more, unless the signal ends it; after a fault, ends
   * the message that is being sent. The threads of the crawl must have ended.
   *
   * @returns false if the signal left changes for the next evaluation
   */
  end(isFaultless: boolean): Promise<boolean>;
};

/**
 * Creates new alerts of a crawl, before its threads write to the index, and then evaluates all alerts regularly.
 *
 * @param interrupt ends evaluations early; what they did not deliver is left for the next run
 * @param onError called with an error of the data folder
 * @throws UsageError if the environment lacks a webhook, a secret or a mail server
 */
export async function startCrawlAlerts(
  settings: Settings,
  stores: Stores,
  { signal: interrupt, onAlert }: { signal?: AbortSignal | undefined; onAlert?: OnAlert | undefined },
  onError: (error: Error) => void,
): Promise<CrawlAlerts> {
  const { clock } = stores;
  if (settings.alerts.length === 0) {
    await stores.alerts.keepOnly(settings.crawl, []);
    return { end: async () => true };
  }
  // Loads the search, which other crawls do not need.
  const { openAlerts } = await import('./open-alerts.ts');
  const opened = await openAlerts(settings, stores, process.env);
  const { receivers } = opened;
  /** Number of failures in a row, and the time of the next attempt, by name. */
  const resting = new Map<string, { failures: number; until: number }>();
  const fault = new AbortController();
  const signal = interrupt ? AbortSignal.any([interrupt, fault.signal]) : fault.signal;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let hasEnded = false;

  function report(outcome: AlertOutcome): void {
    const { failure, messages, isNew } = outcome;
    const name = outcomeName(outcome);
    const hadFailed = resting.has(name);
    if (failure) {
      const failures = (resting.get(name)?.failures ?? 0) + 1;
      const until = clock.now() + retryWaitMs(failures);
      resting.set(name, { failures, until: Math.max(until, failure.notBefore ?? 0) });
    } else resting.delete(name);
    if (failure || messages > 0 || isNew || hadFailed)
      onAlert?.({ name, message: describeOutcome(outcome), isUndelivered: failure !== undefined });
  }

  async function evaluate(before: number, chosen = receivers, createsOnly = false): Promise<void> {
    const outcomes = await opened.evaluate(chosen, { before, createsOnly, signal });
    for (const outcome of outcomes) report(outcome);
  }

  function evaluateDue(): Promise<void> {
    const now = clock.now();
    const due = receivers.filter(({ key }) => (resting.get(outcomeName(key))?.until ?? 0) <= now);
    return evaluate(now - SETTLED_MS, due);
  }

  function next(afterMs = EVALUATE_EVERY_MS): void {
    if (hasEnded) return;
    timer = setTimeout(() => {
      running = evaluateDue()
        .catch(onError)
        .then(() => next());
    }, afterMs);
    // A run that fails while it starts does not call `end`.
    timer.unref();
  }

  try {
    await evaluate(Number.MAX_SAFE_INTEGER, receivers, true);
  } catch (error) {
    await opened.close();
    throw error;
  }
  next(0);
  return {
    async end(isFaultless) {
      hasEnded = true;
      clearTimeout(timer);
      if (!isFaultless) fault.abort();
      await running;
      try {
        if (!signal.aborted) await evaluate(Number.MAX_SAFE_INTEGER);
        return !signal.aborted;
      } finally {
        await opened.close();
      }
    },
  };
}
