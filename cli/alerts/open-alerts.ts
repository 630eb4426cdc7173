import type { AlertOutcome } from '../../shared/alerts/evaluate-alert.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import { openMailer } from '../../shared/net/smtp-mailer.ts';
import { type Evaluation, evaluateAlerts } from '../../shared/settings/alerts/evaluate-alerts.ts';
import { openReceivers, type Receiver } from '../../shared/settings/alerts/receivers.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { readSecret } from '../run/secrets.ts';
import type { Stores } from '../run/wiring.ts';

export type Alerts = {
  /** The alerts by their receivers, in the order of the settings. */
  receivers: readonly Receiver[];
  evaluate(receivers: readonly Receiver[], evaluation: Evaluation): Promise<AlertOutcome[]>;
  close(): Promise<void>;
};

/**
 * Opens the alerts of a crawl, and forgets those that its settings no longer have. The folder must be locked, unless all evaluations
 * are dry.
 *
 * @throws UsageError if the environment lacks a webhook, a secret or a mail server; SettingsError if it has one that is not valid
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
  const receivers = await openReceivers(settings, { fetcher, clock: stores.clock, read, openMailer });
  if (!isDry)
    await stores.alerts.keepOnly(
      crawl,
      receivers.map(({ key }) => key),
    );
  return {
    receivers,
    evaluate: (chosen, evaluation) => evaluateAlerts(chosen, settings, stores, { isDry, ...evaluation }),
    close: () => fetcher.close(),
  };
}
