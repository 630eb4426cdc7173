import type { Webhook } from '../../shared/alerts/alert.ts';
import type { AlertMessage } from '../../shared/alerts/evaluate-alert.ts';
import type { SendFailure } from '../../shared/alerts/send-failure.ts';
import { sendMail } from '../../shared/alerts/send-mail.ts';
import { sendMessage } from '../../shared/alerts/send-message.ts';
import { readWebhookSecret } from '../../shared/alerts/sign-message.ts';
import type { ReadSecret } from '../../shared/net/secrets.ts';
import { parseSmtpUrl, smtpMailer } from '../../shared/net/smtp-mailer.ts';
import type { AlertKey } from '../../shared/ports/alert-store.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Fetcher } from '../../shared/ports/fetcher.ts';
import { type AlertSetting, isWebhook } from '../../shared/settings/alerts/alerts.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { UsageError } from '../command.ts';

/** An alert with one of its receivers. An alert with a webhook and a mail address has two. */
export type Receiver = {
  key: AlertKey;
  /** The server that messages are sent to: the others of this server wait. */
  server: string;
  /** Delivers a message. @returns undefined if the receiver has it */
  send(message: AlertMessage, signal: AbortSignal, maxAttempts?: number): Promise<SendFailure | undefined>;
};

type Ports = { fetcher: Fetcher; clock: Clock };

/**
 * Opens the receivers of the alerts of a crawl, in the order of the settings.
 *
 * @throws UsageError if the environment lacks a webhook, a secret or a mail server, or has one that is not valid
 */
export async function openReceivers(settings: Settings, ports: Ports, read: ReadSecret): Promise<Receiver[]> {
  const { crawl, alerts } = settings;
  const byMail = alerts.some(({ mail }) => mail !== undefined) ? await openMail(settings, ports, read) : undefined;
  const receivers: Receiver[] = [];
  for (const { name, query, webhook, secret, mail } of alerts) {
    const key = { crawl, name, query };
    if (webhook !== undefined)
      receivers.push({
        key: { ...key, channel: 'webhook' },
        ...toWebhook(await webhookOf({ name, webhook, secret }, read), ports),
      });
    if (mail !== undefined && byMail) receivers.push({ key: { ...key, channel: 'mail' }, ...byMail(mail) });
  }
  return receivers;
}

function toWebhook(webhook: Webhook, ports: Ports): Omit<Receiver, 'key'> {
  return {
    server: new URL(webhook.url).origin,
    send: (message, signal, maxAttempts) =>
      sendMessage(webhook, { id: message.id, body: JSON.stringify(message) }, ports, signal, maxAttempts),
  };
}

async function webhookOf(
  { name, webhook, secret }: Pick<AlertSetting, 'name' | 'secret'> & { webhook: string },
  read: ReadSecret,
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

/** @returns a function that opens a receiver by its address; undefined without a mail server */
async function openMail({ mail }: Settings, { clock }: Ports, read: ReadSecret) {
  if (!mail) return undefined;
  const { smtp, from } = mail;
  const found = parseSmtpUrl(smtp.startsWith('env:') ? await read(smtp) : smtp);
  if (!found)
    throw new UsageError(
      `mail.smtp: ${smtp}: must hold smtp://HOST:PORT or smtps://NAME:PASSWORD@HOST:PORT; write %40 for @ in a name or password`,
    );
  const mailer = smtpMailer(found);
  const server = `${found.host}:${found.port}`;
  return (to: string): Omit<Receiver, 'key'> => ({
    server: `smtp://${server}`,
    send: (message, signal, maxAttempts) =>
      sendMail(message, { from, to }, { mailer, server, clock }, signal, maxAttempts),
  });
}
