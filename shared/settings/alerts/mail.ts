import * as z from 'zod';
import { parseSmtpUrl } from '../../text/smtp-url.ts';
import type { Fault } from '../faults.ts';

const PLACE = /^(?:env:[A-Za-z_]\w*|secret:[\w/+=.@:-]+)$/;

/** Whether a text names an environment variable (`env:NAME`) or a secret of AWS Secrets Manager (`secret:NAME`). */
export const isPlace = (text: string): boolean => PLACE.test(text);

/** An address without a name and comments, in ASCII: the characters of an atom (RFC 5322), `@`, and a host name. */
const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** A mail address, such as `someone@example.org`. */
export const AddressSchema = z
  .string()
  .regex(ADDRESS, 'must be a mail address such as someone@example.org, without a name');

export const MailSchema = z
  .strictObject({
    smtp: z
      .string()
      .refine(
        (text) => isPlace(text) || isServer(text),
        'must be smtp://HOST:PORT or smtps://HOST:PORT without name and password, env:NAME, or secret:NAME',
      )
      .describe('Mail server.'),
    from: AddressSchema.describe('Address of the sender.'),
  })
  .nullable()
  .default(null)
  .describe(
    'How `alerts` and `notify` send mails. `smtp`: the mail server, `smtp://HOST:PORT` (default port 587) or `smtps://HOST:PORT` (465), or `env:NAME`, in a stack `secret:NAME`: an environment variable or a secret with such a URL, which may have a name and password (`smtps://name:password@HOST`). `from`: address of the sender. Null: they cannot send mails.',
  );

export type MailSetting = z.output<typeof MailSchema>;

/** Finds alerts and notices by mail without a mail server. */
export function findMailFaults({
  alerts,
  notify,
  mail,
}: {
  alerts: readonly { mail?: string | undefined }[];
  notify: { mail?: string | undefined } | null;
  mail: MailSetting;
}): Fault[] {
  if (mail) return [];
  const places: Fault['path'][] = alerts.flatMap((alert, i) => (alert.mail === undefined ? [] : [['alerts', i]]));
  if (notify?.mail !== undefined) places.push(['notify']);
  return places.map((path) => ({
    path: [...path, 'mail'],
    message: 'needs a mail server and a sender: mail: {smtp: …, from: …}',
  }));
}

/** Whether a text is the URL of a mail server without name and password: settings hold no secrets. */
function isServer(text: string): boolean {
  const server = parseSmtpUrl(text);
  return server !== undefined && server.login === undefined;
}
