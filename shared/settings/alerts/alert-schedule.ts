import type { AlertKey } from '../../ports/alert-store.ts';
import type { Schedules } from '../../ports/schedules.ts';
import type { Settings } from '../settings.ts';
import { alertSecrets } from './alerts.ts';

/** Name of the schedule that evaluates the alerts of a crawl in a stack. Names in settings are lower-case, so it is unique. */
export const ALERT_SCHEDULE = 'ALERTS';
/** How often a stack evaluates alerts: 8,640 calls a month. */
const EVALUATED_AT = 'rate(5 minutes)';

/** Creates the schedule of alerts, or removes it. Idempotent. A crawl without alerts has none. */
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

/** Returns the environment variables that alerts name: a stack has none. */
export const localAlertSecrets = (settings: Pick<Settings, 'alerts' | 'mail'>): string[] =>
  alertSecrets(settings).filter((place) => place.startsWith('env:'));
