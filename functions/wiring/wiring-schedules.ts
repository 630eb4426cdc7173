import { schedulerClient } from '../../shared/aws/clients.ts';
import { eventBridgeSchedules } from '../../shared/aws/event-schedules.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { clientOptions, type Environment, requireVariable } from './wiring.ts';

/**
 * Wires the schedules of crawls. Separate from the other wiring, since only `admin` bundles the scheduler client.
 *
 * @returns undefined if the stack has no schedules; else a function that creates the port. Its parameter is the ARN of the
 *   Lambda function that the schedules call.
 */
export function wireSchedules(env: Environment): ((functionArn: string) => Schedules) | undefined {
  const group = env['SCHEDULE_GROUP'];
  if (!group) return undefined;
  const client = schedulerClient(clientOptions(env));
  const role = requireVariable(env, 'SCHEDULE_ROLE_ARN');
  return (functionArn) => eventBridgeSchedules(client, { group, target: functionArn, role });
}
