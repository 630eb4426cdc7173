import * as z from 'zod';
import { AddressSchema, isPlace, type MailSetting } from './mail.ts';

/** Maximum length of a query, as in a search (`search/question.ts`). UTF-16 units. */
const MAX_QUERY_LENGTH = 2_000;

/** Where messages go: a webhook, a mail address, or both. */
export const RECEIVER_FIELDS = {
  webhook: z
    .string()
    .refine(
      (text) => isPlace(text) || isWebhook(text),
      'must be an http or https URL without name and password, env:NAME, or secret:NAME',
    )
    .optional()
    .describe(
      'URL that messages are posted to, or `env:NAME`, in a stack `secret:NAME`: an environment variable or a secret with the URL. A private address needs `network.allowPrivate`.',
    ),
  secret: z
    .string()
    .refine(isPlace, 'env:NAME: the name of an environment variable, or in a stack secret:NAME')
    .optional()
    .describe(
      '`env:NAME`, in a stack `secret:NAME`: the environment variable or the secret with the key that signs messages to the webhook: `whsec_` and 24 to 64 bytes in Base64. Default: they are not signed.',
    ),
  mail: AddressSchema.optional().describe(
    'Mail address that messages are sent to, through the server of the setting `mail`. There is a webhook, a mail address, or both.',
  ),
};

const AlertFields = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower-case letters, digits and . _ - only, at most 64')
    .describe('Name of the alert, unique in its crawl. With another name or query it is a new alert.'),
  query: z
    .string()
    .min(1)
    .max(MAX_QUERY_LENGTH)
    .describe(
      'The saved search, in the syntax of `thresher search`. It matches the records that the search finds: `bog moss` those with one of the words, `bog AND moss` those with both.',
    ),
  ...RECEIVER_FIELDS,
});

const AlertSchema = AlertFields.superRefine(refuseNoReceiver);

/** Adds issues if messages would have no receiver, or a secret no use. */
export function refuseNoReceiver(
  { webhook, secret, mail }: ReceiverSetting,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  if (webhook === undefined && mail === undefined)
    context.addIssue({ code: 'custom', message: 'needs a webhook or a mail address: webhook: URL, or mail: ADDRESS' });
  if (webhook === undefined && secret !== undefined)
    context.addIssue({ code: 'custom', path: ['secret'], message: 'signs messages to a webhook, and there is none' });
}

/** Receivers of messages, as `RECEIVER_FIELDS` describes them. */
export type ReceiverSetting = { webhook?: string | undefined; secret?: string | undefined; mail?: string | undefined };

export const AlertsSchema = z
  .array(AlertSchema)
  .max(100)
  .superRefine((alerts, context) => {
    for (const [i, { name }] of alerts.entries())
      if (alerts.findIndex((other) => other.name === name) < i)
        context.addIssue({ code: 'custom', path: [i, 'name'], message: `the name ${name} is used by another alert` });
  })
  .default([])
  .describe(
    'Saved searches that report new matching records to a webhook or by mail. Evaluated while a crawl runs, at its end, and by `thresher alerts`; in a stack every five minutes.',
  );

export type AlertSetting = z.output<typeof AlertSchema>;

/** Whether a text is a URL that messages can be posted to. */
export function isWebhook(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Returns the environment variables and secrets that alerts need, as `env:NAME` and `secret:NAME`. */
export function alertSecrets({ alerts, mail }: { alerts: readonly AlertSetting[]; mail: MailSetting }): string[] {
  const smtp = alerts.some((alert) => alert.mail !== undefined) ? mail?.smtp : undefined;
  const all = [...alerts.flatMap(({ webhook, secret }) => [webhook, secret]), smtp];
  return all.filter((place) => place !== undefined).filter(isPlace);
}
