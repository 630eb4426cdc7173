import type { AlertMessage } from '../../shared/alerts/evaluate-alert.ts';
import { type AlertOutcome, evaluateAlert } from '../../shared/alerts/evaluate-alert.ts';
import type { SendFailure } from '../../shared/alerts/send-failure.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import { queryLanguages } from '../../shared/search/query-languages.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { readSecret } from '../run/secrets.ts';
import type { Stores } from '../run/wiring.ts';
import { openReceivers, type Receiver } from './receivers.ts';

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

export type Alerts = {
  /** The alerts by their receivers, in the order of the settings. */
  receivers: readonly Receiver[];
  /** Evaluates alerts. Those with the same server of a receiver wait for each other. If it is down, only the first one tries. */
  evaluate(receivers: readonly Receiver[], evaluation: Evaluation): Promise<AlertOutcome[]>;
  close(): Promise<void>;
};

/**
 * Opens the alerts of a crawl, and forgets those that its settings no longer have. The folder must be locked, unless all evaluations
 * are dry.
 *
 * @throws UsageError if the environment lacks a webhook, a secret or a mail server, or has one that is not valid
 */
export async function openAlerts(
  settings: Settings,
  stores: Stores,
  env: Readonly<Record<string, string | undefined>>,
  isDry = false,
): Promise<Alerts> {
  const { crawl, fetch } = settings;
  const read = readSecret(env);
  // Credentials of crawled hosts are not for receivers, which may be on the same host.
  const { proxy } = secretsFor(fetch, read);
  const fetcher = httpFetcher({ ...fetcherOptionsOf(settings), proxy });
  const receivers = await openReceivers(settings, { fetcher, clock: stores.clock }, read);
  if (!isDry)
    await stores.alerts.keepOnly(
      crawl,
      receivers.map(({ key }) => key),
    );

  async function evaluateOne(
    receiver: Receiver,
    languages: readonly string[],
    { fromStart = false, isDry: dry = isDry, createsOnly = false, ...rest }: Evaluation,
    server: { failure?: SendFailure; maxAttempts?: number },
  ) {
    async function send(message: AlertMessage): Promise<SendFailure | undefined> {
      if (server.failure) return server.failure;
      const failure = await receiver.send(message, rest.signal, server.maxAttempts);
      if (failure?.isDown) server.failure = failure;
      if (failure?.isSilent) server.maxAttempts = 1;
      return failure;
    }
    const options = { search: { languages, ranking: settings.search.ranking }, nowMs: stores.clock.now() };
    return evaluateAlert(
      receiver.key,
      { ...stores, send },
      { ...options, ...rest, fromStart, isDry: dry, createsOnly },
    );
  }

  return {
    receivers,
    async evaluate(chosen, evaluation) {
      // Those of the pages that the crawl has by now: an index that was empty a moment ago had none.
      const languages = await queryLanguages(stores.index, stores.clock.now)(crawl, settings.search.languages);
      const outcomes = new Map<Receiver, AlertOutcome>();
      await Promise.all(
        [...Map.groupBy(chosen, ({ server }) => server).values()].map(async (group) => {
          const server = {};
          for (const one of group) outcomes.set(one, await evaluateOne(one, languages, evaluation, server));
        }),
      );
      return chosen.map((one) => outcomes.get(one)!);
    },
    close: () => fetcher.close(),
  };
}
