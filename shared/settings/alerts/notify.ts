import * as z from 'zod';
import { NOTICE_EVENTS } from '../../alerts/notice.ts';
import { RECEIVER_FIELDS, refuseNoReceiver } from './alerts.ts';
import { isPlace, type MailSetting } from './mail.ts';

export const NotifySchema = z
  .strictObject({
    ...RECEIVER_FIELDS,
    on: z
      .array(z.enum(NOTICE_EVENTS))
      .min(1)
      .default([...NOTICE_EVENTS])
      .describe(
        'Events that are reported. `done`: the crawl has ended and nothing is left. `incomplete`: it has ended and something is left (hosts that rest, URLs that wait, dead letters). `limit`: a limit or budget has ended it. `failed`: an error has ended it, such as a full disk; not in a stack. `stalled`: it runs and gets no page.',
      ),
    stalledMinutes: z
      .int()
      .min(1)
      .max(10_080)
      .default(60)
      .describe('Minutes without a page after which a running crawl with pages to fetch is `stalled`.'),
  })
  .superRefine(refuseNoReceiver)
  .nullable()
  .default(null)
  .describe(
    'Reports the end of a crawl, a limit, an error or a standstill to a webhook, by mail through the server of `mail`, or both. A stack looks every five minutes, and its own faults are for alarms (`aws.alarmEmail`). Null: nothing is reported.',
  );

export type NotifySetting = z.output<typeof NotifySchema>;

/** Returns the environment variables and secrets that `notify` needs, as `env:NAME` and `secret:NAME`. */
export function noticeSecrets({ notify, mail }: { notify: NotifySetting; mail: MailSetting }): string[] {
  if (!notify) return [];
  const all = [notify.webhook, notify.secret, notify.mail === undefined ? undefined : mail?.smtp];
  return all.filter((place) => place !== undefined).filter(isPlace);
}
