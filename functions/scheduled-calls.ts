import type { DailyCall, ScheduledCall } from '../shared/ports/schedules.ts';
import { ALERT_SCHEDULE } from '../shared/settings/alerts/alert-schedule.ts';
import type { Settings } from '../shared/settings/settings.ts';
import type { AlertCallPorts } from './alerts/evaluate-crawl-alerts.ts';
import { dropOldSettings } from './daily/drop-old-settings.ts';
import { resendObjects } from './daily/resend-objects.ts';
import type { NoticePorts } from './notices/report-crawl-state.ts';
import { runScheduledCall } from './schedules.ts';
import { wireAlerts, wirePlace } from './wiring/wiring-alerts.ts';

type Ports = Parameters<typeof resendObjects>[0] &
  Parameters<typeof runScheduledCall>[1] &
  Omit<AlertCallPorts, keyof ReturnType<typeof wireAlerts>> &
  Omit<NoticePorts, keyof ReturnType<typeof wireAlerts> | 'place'>;

/** @param remainingMs remaining time of the invocation */
export async function answerSchedule(
  call: ScheduledCall | DailyCall,
  ports: Ports,
  remainingMs: number,
): Promise<undefined> {
  if ('resend' in call) await careForCrawls(ports, remainingMs);
  else if (call.scheduled.name === ALERT_SCHEDULE) {
    const { evaluateCrawlAlerts } = await import('./alerts/evaluate-crawl-alerts.ts');
    const alertPorts = { ...ports, ...wireAlerts(process.env) };
    const reportState = async (settings: Settings) => {
      const { reportCrawlState } = await import('./notices/report-crawl-state.ts');
      await reportCrawlState(settings, { ...alertPorts, place: wirePlace(process.env) });
    };
    await evaluateCrawlAlerts(call.scheduled.crawl, { ...alertPorts, reportState }, remainingMs);
  } else await runScheduledCall(call.scheduled, ports, remainingMs);
}

/** Answers the daily call: sends objects again whose messages expired, then deletes old settings in the remaining time. */
async function careForCrawls(ports: Ports, remainingMs: number): Promise<void> {
  const until = ports.clock.now() + remainingMs;
  await resendObjects(ports, remainingMs);
  await dropOldSettings(ports, until - ports.clock.now());
}
