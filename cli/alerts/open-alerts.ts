import type { Webhook } from '../../shared/alerts/alert.ts';
import { type AlertOutcome, evaluateAlert } from '../../shared/alerts/evaluate-alert.ts';
import { type SendFailure, sendMessage } from '../../shared/alerts/send-message.ts';
import { readWebhookSecret } from '../../shared/alerts/sign-message.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import { queryLanguages } from '../../shared/search/query-languages.ts';
import { type AlertSetting, isWebhook } from '../../shared/settings/alerts/alerts.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { UsageError } from '../command.ts';
import { readSecret } from '../run/secrets.ts';
import type { Stores } from '../run/wiring.ts';

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
  /** Evaluates alerts. Those with the same host of a receiver wait for each other. If it is down, only the first one tries. */
  evaluate(alerts: readonly AlertSetting[], evaluation: Evaluation): Promise<AlertOutcome[]>;
  close(): Promise<void>;
};

/**
 * Opens the alerts of a crawl, and forgets those that its settings no longer have. The folder must be locked, unless all evaluations
 * are dry.
 *
 * @throws UsageError if the environment lacks a webhook or a secret, or has one that is not valid
 */
export async function openAlerts(
  settings: Settings,
  stores: Stores,
  env: Readonly<Record<string, string | undefined>>,
  isDry = false,
): Promise<Alerts> {
  const { crawl, alerts, fetch } = settings;
  const read = readSecret(env);
  const webhooks = new Map<string, Webhook>();
  for (const alert of alerts) webhooks.set(alert.name, await webhookOf(alert, read));
  const keyOf = ({ name, query }: AlertSetting) => ({ crawl, name, query });
  if (!isDry) await stores.alerts.keepOnly(crawl, alerts.map(keyOf));
  // Credentials of crawled hosts are not for receivers, which may be on the same host.
  const { proxy } = secretsFor(fetch, read);
  const fetcher = httpFetcher({ ...fetcherOptionsOf(settings), proxy });

  async function evaluateOne(
    alert: AlertSetting,
    languages: readonly string[],
    { fromStart = false, isDry: dry = isDry, createsOnly = false, ...rest }: Evaluation,
    host: { failure?: SendFailure; maxAttempts?: number },
  ) {
    const webhook = webhooks.get(alert.name)!;
    async function send(message: { id: string; body: string }): Promise<SendFailure | undefined> {
      if (host.failure) return host.failure;
      const ports = { fetcher, clock: stores.clock };
      const failure = await sendMessage(webhook, message, ports, rest.signal, host.maxAttempts);
      if (failure?.isDown) host.failure = failure;
      if (failure?.isSilent) host.maxAttempts = 1;
      return failure;
    }
    const options = { search: { languages, ranking: settings.search.ranking }, nowMs: stores.clock.now() };
    return evaluateAlert(
      keyOf(alert),
      { ...stores, send },
      { ...options, ...rest, fromStart, isDry: dry, createsOnly },
    );
  }

  return {
    async evaluate(chosen, evaluation) {
      // Those of the pages that the crawl has by now: an index that was empty a moment ago had none.
      const languages = await queryLanguages(stores.index, stores.clock.now)(crawl, settings.search.languages);
      const hosts = Map.groupBy(chosen, ({ name }) => new URL(webhooks.get(name)!.url).origin);
      const outcomes = await Promise.all(
        [...hosts.values()].map(async (group) => {
          const found: AlertOutcome[] = [];
          const host = {};
          for (const alert of group) found.push(await evaluateOne(alert, languages, evaluation, host));
          return found;
        }),
      );
      const place = new Map(chosen.map(({ name }, i) => [name, i]));
      return outcomes.flat().sort((a, b) => place.get(a.name)! - place.get(b.name)!);
    },
    close: () => fetcher.close(),
  };
}

async function webhookOf(
  { name, webhook, secret }: AlertSetting,
  read: (location: string) => Promise<string>,
): Promise<Webhook> {
  const text = webhook.startsWith('env:') ? (await read(webhook)).trim() : webhook;
  if (!isWebhook(text))
    throw new UsageError(`alerts: ${name}: ${webhook}: must hold an http or https URL without name and password`);
  const url = new URL(text);
  url.hash = '';
  if (secret === undefined) return { url: url.href };
  const key = readWebhookSecret(await read(secret));
  if (key) return { url: url.href, key };
  throw new UsageError(
    `alerts: ${name}: ${secret}: must hold whsec_ and 24 to 64 bytes in Base64; create one with: echo whsec_$(openssl rand -base64 24)`,
  );
}
