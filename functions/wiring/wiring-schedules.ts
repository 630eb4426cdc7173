import { schedulerClient } from '../../shared/aws/clients.ts';
import { eventBridgeSchedules } from '../../shared/aws/event-schedules.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { clientOptions, type Environment, requireVariable } from './wiring.ts';

/**
 * Wires the schedules of crawls. Separate from the other wiring, since only `admin` bundles the scheduler client.
 *
 * @returns a function from the ARN of the Lambda function that schedules call to the port, or undefined if the stack has no
 * schedules.
 */
export function wireSchedules(env: Environment): ((functionArn: string) => Schedules) | undefined {
  const group = env['SCHEDULE_GROUP'];
  if (!group) return undefined;
  const client = schedulerClient(clientOptions(env));
  const role = requireVariable(env, 'SCHEDULE_ROLE_ARN');
  return (target) => eventBridgeSchedules(client, { group, target, role });
}
