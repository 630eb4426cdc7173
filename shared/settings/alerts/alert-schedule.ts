import type { AlertKey } from '../../ports/alert-store.ts';
import type { Schedules } from '../../ports/schedules.ts';
import type { Settings } from '../settings.ts';
import { alertSecrets } from './alerts.ts';
import { noticeSecrets } from './notify.ts';

/** Name of the schedule that evaluates the alerts of a crawl in a stack, and reports its state. Names in settings are lower-case, so it is unique. */
export const ALERT_SCHEDULE = 'ALERTS';
/** How often a stack evaluates alerts: 8,640 calls a month. */
const EVALUATED_AT = 'rate(5 minutes)';

/** Whether a crawl has the schedule: its calls evaluate alerts, and look at the state of the crawl for `notify`. */
export const needsAlertSchedule = ({ alerts, notify }: Pick<Settings, 'alerts' | 'notify'>): boolean =>
  alerts.length > 0 || notify !== null;

/** Creates the schedule of alerts and notices, or removes it. Idempotent. A crawl with neither has none. */
export async function syncAlertSchedule(
  crawl: string,
  { before, now }: { before: boolean; now: boolean },
  schedules: Schedules | undefined,
): Promise<void> {
  if (now) await schedules?.put({ crawl, name: ALERT_SCHEDULE, at: EVALUATED_AT, timezone: 'UTC' });
  else if (before) await schedules?.remove({ crawl, name: ALERT_SCHEDULE });
}

/** Returns the alerts of a crawl as they are stored: one for each receiver, in the order of the settings. */
export const alertKeysOf = ({ crawl, alerts }: Pick<Settings, 'crawl' | 'alerts'>): AlertKey[] =>
  alerts.flatMap(({ name, query, webhook, mail }) => [
    ...(webhook === undefined ? [] : [{ crawl, name, query, channel: 'webhook' as const }]),
    ...(mail === undefined ? [] : [{ crawl, name, query, channel: 'mail' as const }]),
  ]);

/**
 * Finds receivers of alerts and notices that name environment variables: a stack has none.
 *
 * @returns messages, each with the setting and the variables
 */
export function localReceiverFaults(settings: Pick<Settings, 'alerts' | 'notify' | 'mail'>): string[] {
  const local = { alerts: alertSecrets(settings), notify: noticeSecrets(settings) };
  return Object.entries(local).flatMap(([name, places]) => {
    const variables = [...new Set(places.filter((place) => place.startsWith('env:')))];
    return variables.length === 0
      ? []
      : [`${name}: ${variables.join(', ')}: a stack has no environment variables; use secret:NAME`];
  });
}
