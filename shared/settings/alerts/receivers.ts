import { composeMail, type MailAddresses } from '../../alerts/compose-mail.ts';
import type { AlertMessage } from '../../alerts/evaluate-alert.ts';
import { composeNoticeMail, type NoticeMessage } from '../../alerts/notice.ts';
import type { SendFailure } from '../../alerts/send-failure.ts';
import { sendMail } from '../../alerts/send-mail.ts';
import { sendMessage } from '../../alerts/send-message.ts';
import { readWebhookSecret } from '../../alerts/sign-message.ts';
import type { Webhook } from '../../alerts/webhook.ts';
import type { AlertChannel, AlertKey } from '../../ports/alert-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Fetcher } from '../../ports/fetcher.ts';
import type { Mail, Mailer } from '../../ports/mailer.ts';
import { SettingsError } from '../faults.ts';
import type { Settings } from '../settings.ts';
import { isWebhook, type ReceiverSetting } from './alerts.ts';
import { isPlace } from './mail.ts';

/** One receiver of messages: a webhook or a mail address. */
export type Sender<Message> = {
  channel: AlertChannel;
  /** The server that messages are sent to: the others of this server wait. */
  server: string;
  /** Delivers a message. @returns undefined if the receiver has it */
  send(message: Message, signal: AbortSignal, maxAttempts?: number): Promise<SendFailure | undefined>;
};

/** An alert with one of its receivers. An alert with a webhook and a mail address has two. */
export type Receiver = Omit<Sender<AlertMessage>, 'channel'> & { key: AlertKey };

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
  const receivers: Receiver[] = [];
  for (const [i, { name, query, ...receiver }] of alerts.entries())
    for (const { channel, ...sender } of await openSenders(receiver, ['alerts', i], settings, composeMail, ports))
      receivers.push({ key: { crawl, name, query, channel }, ...sender });
  return receivers;
}

/** Opens the receivers of notices of a crawl: none without `notify`. @throws SettingsError as `openReceivers` */
export async function openNoticeSenders(settings: Settings, given: ReceiverPorts): Promise<Sender<NoticeMessage>[]> {
  const ports = { ...given, read: readOnce(given.read) };
  return settings.notify ? openSenders(settings.notify, ['notify'], settings, composeNoticeMail, ports) : [];
}

type Path = (string | number)[];

/** @param path place of the receivers in the settings */
async function openSenders<Message extends { id: string }>(
  { webhook, secret, mail }: ReceiverSetting,
  path: Path,
  settings: Settings,
  compose: (message: Message, addresses: MailAddresses) => Mail,
  ports: ReceiverPorts,
): Promise<Sender<Message>[]> {
  return [
    ...(webhook === undefined ? [] : [toWebhook(await webhookOf(webhook, secret, path, ports), ports)]),
    ...(mail === undefined || !settings.mail ? [] : [await openMail(settings.mail, mail, compose, ports)]),
  ];
}

function readOnce(read: ReceiverPorts['read']): ReceiverPorts['read'] {
  const texts = new Map<string, Promise<string>>();
  return (place) => {
    const text = texts.get(place) ?? read(place);
    texts.set(place, text);
    return text;
  };
}

function toWebhook(webhook: Webhook, ports: ReceiverPorts): Sender<{ id: string }> {
  return {
    channel: 'webhook',
    server: new URL(webhook.url).origin,
    send: (message, signal, maxAttempts) =>
      sendMessage(webhook, { id: message.id, body: JSON.stringify(message) }, ports, signal, maxAttempts),
  };
}

async function webhookOf(
  webhook: string,
  secret: string | undefined,
  path: Path,
  { read }: ReceiverPorts,
): Promise<Webhook> {
  const text = isPlace(webhook) ? (await read(webhook)).trim() : webhook;
  if (!isWebhook(text))
    throw fault([...path, 'webhook'], `${webhook}: must hold an http or https URL without name and password`);
  const url = new URL(text);
  url.hash = '';
  if (secret === undefined) return { url: url.href };
  const key = readWebhookSecret(await read(secret));
  if (key) return { url: url.href, key };
  throw fault(
    [...path, 'secret'],
    `${secret}: must hold whsec_ and 24 to 64 bytes in Base64; create one with: echo whsec_$(openssl rand -base64 24)`,
  );
}

const fault = (path: Path, message: string) => new SettingsError([{ path, message }]);

async function openMail<Message>(
  { smtp, from }: NonNullable<Settings['mail']>,
  to: string,
  compose: (message: Message, addresses: MailAddresses) => Mail,
  { clock, read, openMailer }: ReceiverPorts,
): Promise<Sender<Message>> {
  const opened = openMailer(isPlace(smtp) ? await read(smtp) : smtp);
  if (!opened)
    throw fault(
      ['mail', 'smtp'],
      `${smtp}: must hold smtp://HOST:PORT or smtps://NAME:PASSWORD@HOST:PORT; write %40 for @ in a name or password`,
    );
  const { mailer, name: server } = opened;
  return {
    channel: 'mail',
    server: `smtp://${server}`,
    send: (message, signal, maxAttempts) =>
      sendMail(compose(message, { from, to }), { mailer, server, clock }, signal, maxAttempts),
  };
}
