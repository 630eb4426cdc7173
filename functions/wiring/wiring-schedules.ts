import { schedulerClient } from '../../shared/aws/clients.ts';
import { eventSchedules } from '../../shared/aws/event-schedules.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { clientOptions, type Environment, given } from './wiring.ts';

/**
 * Apart from the other wiring, as only `admin` carries the client of the scheduler.
 *
 * @returns what makes schedules that call the function of this address; undefined where the stack has none.
 */
export function wireSchedules(env: Environment): ((functionArn: string) => Schedules) | undefined {
  const group = env['SCHEDULE_GROUP'];
  if (!group) return undefined;
  const client = schedulerClient(clientOptions(env));
  const role = given(env, 'SCHEDULE_ROLE_ARN');
  return (target) => eventSchedules(client, { group, target, role });
}
