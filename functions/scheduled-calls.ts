import type { ResendCall, ScheduledCall } from '../shared/ports/schedules.ts';
import { ALERT_SCHEDULE } from '../shared/settings/alerts/alert-schedule.ts';
import type { AlertCallPorts } from './alerts/evaluate-crawl-alerts.ts';
import { resendObjects } from './resend-objects.ts';
import { runScheduledCall } from './schedules.ts';
import { wireAlerts } from './wiring/wiring-alerts.ts';

type Ports = Parameters<typeof resendObjects>[0] &
  Parameters<typeof runScheduledCall>[1] &
  Omit<AlertCallPorts, keyof ReturnType<typeof wireAlerts>>;

/** @param remainingMs remaining time of the invocation */
export async function answerSchedule(
  call: ScheduledCall | ResendCall,
  ports: Ports,
  remainingMs: number,
): Promise<undefined> {
  if ('resend' in call) await resendObjects(ports, remainingMs);
  else if (call.scheduled.name === ALERT_SCHEDULE) {
    const { evaluateCrawlAlerts } = await import('./alerts/evaluate-crawl-alerts.ts');
    await evaluateCrawlAlerts(call.scheduled.crawl, { ...ports, ...wireAlerts(process.env) }, remainingMs);
  } else await runScheduledCall(call.scheduled, ports, remainingMs);
}
