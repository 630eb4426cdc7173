import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { DailyCall, ScheduledCall } from '../shared/ports/schedules.ts';
import { administer } from './admin/administer.ts';
import { parseBody } from './admin/response.ts';
import { log } from './log.ts';
import { parseGrouping, wireFrontier, wireRobots, wireStageQueues, wireStores } from './wiring/wiring.ts';
import { wireAnnotatedIndex } from './wiring/wiring-annotations.ts';
import { meter } from './wiring/wiring-meter.ts';
import { wireSchedules } from './wiring/wiring-schedules.ts';

const stores = wireStores(process.env);
const ports = {
  ...stores,
  ...wireAnnotatedIndex(process.env, stores),
  frontier: wireFrontier(process.env, stores),
  robots: wireRobots(process.env, stores),
  ...wireStageQueues(process.env),
  loadAlerts: async () => (await import('./wiring/wiring-alerts.ts')).wireAlerts(process.env),
};
const createSchedules = wireSchedules(process.env);
const grouping = parseGrouping(process.env);

/** Handles `POST /admin`, whose IAM signature the gateway has verified, and calls of schedules. */
export async function handler(
  event: APIGatewayProxyEventV2 | ScheduledCall | DailyCall,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
  const allPorts = createSchedules ? { ...ports, schedules: createSchedules(context.invokedFunctionArn) } : ports;
  if ('scheduled' in event || 'resend' in event)
    // Schedules call rarely: requests start without this code.
    return (await import('./scheduled-calls.ts')).answerSchedule(event, allPorts, context.getRemainingTimeInMillis());
  // A request pays for what it used itself.
  meter.drain();
  const { json, asked } = parseBody(event);
  const { status, body } = await administer(json, allPorts, grouping);
  log('info', 'administered', { status, asked });
  return { statusCode: status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
