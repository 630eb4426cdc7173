import type { Webhook } from '../../alerts/alert.ts';
import type { AlertMessage } from '../../alerts/evaluate-alert.ts';
import type { SendFailure } from '../../alerts/send-failure.ts';
import { sendMail } from '../../alerts/send-mail.ts';
import { sendMessage } from '../../alerts/send-message.ts';
import { readWebhookSecret } from '../../alerts/sign-message.ts';
import type { AlertKey } from '../../ports/alert-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Fetcher } from '../../ports/fetcher.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { SettingsError } from '../faults.ts';
import type { Settings } from '../settings.ts';
import { isWebhook } from './alerts.ts';
import { isPlace } from './mail.ts';

/** An alert with one of its receivers. An alert with a webhook and a mail address has two. */
export type Receiver = {
  key: AlertKey;
  /** The server that messages are sent to: the others of this server wait. */
  server: string;
  /** Delivers a message. @returns undefined if the receiver has it */
  send(message: AlertMessage, signal: AbortSignal, maxAttempts?: number): Promise<SendFailure | undefined>;
};

export type ReceiverPorts = {
  fetcher: Fetcher;
  clock: Clock;
  /** Reads an environment variable (`env:NAME`) or a secret (`secret:NAME`). @throws if there is none */
  read(place: string): Promise<string>;
  /** Opens the mail server at a URL. @returns undefined if the URL is not valid. `name`: the server in messages, without a password */
  openMailer(url: string): { mailer: Mailer; name: string } | undefined;
};

/**
 * Opens the receivers of the alerts of a crawl, in the order of the settings. Reads each secret once: in a stack each read is billed.
 *
 * @throws SettingsError if a webhook, a secret or a mail server that is read is not valid
 */
export async function openReceivers(settings: Settings, given: ReceiverPorts): Promise<Receiver[]> {
  const { crawl, alerts } = settings;
  const ports = { ...given, read: readOnce(given.read) };
  const byMail = alerts.some(({ mail }) => mail !== undefined) ? await openMail(settings, ports) : undefined;
  const receivers: Receiver[] = [];
  for (const [i, { name, query, webhook, secret, mail }] of alerts.entries()) {
    const key = { crawl, name, query };
    if (webhook !== undefined)
      receivers.push({
        key: { ...key, channel: 'webhook' },
        ...toWebhook(await webhookOf(webhook, secret, i, ports), ports),
      });
    if (mail !== undefined && byMail) receivers.push({ key: { ...key, channel: 'mail' }, ...byMail(mail) });
  }
  return receivers;
}

function readOnce(read: ReceiverPorts['read']): ReceiverPorts['read'] {
  const texts = new Map<string, Promise<string>>();
  return (place) => {
    const text = texts.get(place) ?? read(place);
    texts.set(place, text);
    return text;
  };
}

function toWebhook(webhook: Webhook, ports: ReceiverPorts): Omit<Receiver, 'key'> {
  return {
    server: new URL(webhook.url).origin,
    send: (message, signal, maxAttempts) =>
      sendMessage(webhook, { id: message.id, body: JSON.stringify(message) }, ports, signal, maxAttempts),
  };
}

/** @param i index of the alert in the settings */
async function webhookOf(
  webhook: string,
  secret: string | undefined,
  i: number,
  { read }: ReceiverPorts,
): Promise<Webhook> {
  const text = isPlace(webhook) ? (await read(webhook)).trim() : webhook;
  if (!isWebhook(text))
    throw fault(['alerts', i, 'webhook'], `${webhook}: must hold an http or https URL without name and password`);
  const url = new URL(text);
  url.hash = '';
  if (secret === undefined) return { url: url.href };
  const key = readWebhookSecret(await read(secret));
  if (key) return { url: url.href, key };
  throw fault(
    ['alerts', i, 'secret'],
    `${secret}: must hold whsec_ and 24 to 64 bytes in Base64; create one with: echo whsec_$(openssl rand -base64 24)`,
  );
}

const fault = (path: (string | number)[], message: string) => new SettingsError([{ path, message }]);

/** @returns a function that opens a receiver by its address; undefined without a mail server */
async function openMail({ mail }: Settings, { clock, read, openMailer }: ReceiverPorts) {
  if (!mail) return undefined;
  const { smtp, from } = mail;
  const opened = openMailer(isPlace(smtp) ? await read(smtp) : smtp);
  if (!opened)
    throw fault(
      ['mail', 'smtp'],
      `${smtp}: must hold smtp://HOST:PORT or smtps://NAME:PASSWORD@HOST:PORT; write %40 for @ in a name or password`,
    );
  const { mailer, name: server } = opened;
  return (to: string): Omit<Receiver, 'key'> => ({
    server: `smtp://${server}`,
    send: (message, signal, maxAttempts) =>
      sendMail(message, { from, to }, { mailer, server, clock }, signal, maxAttempts),
  });
}
