import type { ResendCall, ScheduledCall } from '../shared/ports/schedules.ts';
import { resendObjects } from './resend-objects.ts';
import { runScheduledCall } from './schedules.ts';

type Ports = Parameters<typeof resendObjects>[0] & Parameters<typeof runScheduledCall>[1];

/** @param remainingMs remaining time of the invocation */
export async function answerSchedule(
  call: ScheduledCall | ResendCall,
  ports: Ports,
  remainingMs: number,
): Promise<undefined> {
  if ('resend' in call) await resendObjects(ports, remainingMs);
  else await runScheduledCall(call.scheduled, ports, remainingMs);
}
