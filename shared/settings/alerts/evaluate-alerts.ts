import { type AlertMessage, type AlertOutcome, type AlertPorts, evaluateAlert } from '../../alerts/evaluate-alert.ts';
import type { SendFailure } from '../../alerts/send-failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { queryLanguages } from '../../search/query-languages.ts';
import { fieldGrammarsOf } from '../search/field-grammars.ts';
import type { Settings } from '../settings.ts';
import type { Receiver } from './receivers.ts';

/** How one evaluation of alerts differs from another. */
export type Evaluation = {
  /** Only changes of the index before this time. Epoch milliseconds. */
  before: number;
  fromStart?: boolean;
  isDry?: boolean;
  /** Only creates alerts that are new, and sends nothing. */
  createsOnly?: boolean;
  /** Ends the evaluation. The next one continues. */
  signal: AbortSignal;
};

/**
 * Evaluates alerts. Those with the same server of a receiver wait for each other. If it is down, only the first one tries. Another one is the
 * first each time: a server that lets each message time out would otherwise keep the time from the last ones for good.
 */
export async function evaluateAlerts(
  chosen: readonly Receiver[],
  { crawl, search, metadata }: Pick<Settings, 'crawl' | 'search' | 'metadata'>,
  ports: Omit<AlertPorts, 'send' | 'clock' | 'random'> & { clock: Clock; random: Random },
  { fromStart = false, isDry = false, createsOnly = false, ...rest }: Evaluation,
): Promise<AlertOutcome[]> {
  const { index, clock, random } = ports;
  // Those of the pages that the crawl has by now: an index that was empty a moment ago had none.
  const languages = await queryLanguages(index, clock.now)(crawl, search.languages);
  const outcomes = new Map<Receiver, AlertOutcome>();

  async function evaluateOne(receiver: Receiver, server: { failure?: SendFailure; maxAttempts?: number }) {
    async function send(message: AlertMessage): Promise<SendFailure | undefined> {
      if (server.failure) return server.failure;
      const failure = await receiver.send(message, rest.signal, server.maxAttempts);
      if (failure?.isDown) server.failure = failure;
      if (failure?.isSilent) server.maxAttempts = 1;
      return failure;
    }
    const read = {
      languages,
      ranking: search.ranking,
      synonyms: search.synonyms,
      grammars: fieldGrammarsOf({ metadata }),
    };
    const options = { search: read, nowMs: clock.now() };
    return evaluateAlert(receiver.key, { ...ports, send }, { ...options, ...rest, fromStart, isDry, createsOnly });
  }

  // All end before an error is thrown: the caller then gives up the lock, and another evaluation would meet those that still send.
  const ended = await Promise.allSettled(
    [...Map.groupBy(chosen, ({ server }) => server).values()].map(async (group) => {
      const server = {};
      const first = Math.floor(random.random() * group.length);
      for (const one of [...group.slice(first), ...group.slice(0, first)])
        outcomes.set(one, await evaluateOne(one, server));
    }),
  );
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return chosen.map((one) => outcomes.get(one)!);
}
