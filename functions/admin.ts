import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ReindexMessage } from '../shared/ports/messages.ts';
import type { ScheduledCall } from '../shared/ports/schedules.ts';
import { administer } from './admin/administer.ts';
import { bodyOf } from './admin/answer.ts';
import { log } from './log.ts';
import { runScheduled } from './schedules.ts';
import { groupingOf, wireFrontier, wireRecords, wireRobots, wireStores } from './wiring/wiring.ts';
import { wireSchedules } from './wiring/wiring-schedules.ts';
import { wireIndex } from './wiring/wiring-search.ts';

const stores = wireStores(process.env);
const ports = {
  ...stores,
  index: wireIndex(process.env),
  frontier: wireFrontier(process.env, stores),
  robots: wireRobots(process.env, stores),
  ...(process.env['RECORDS_QUEUE_URL'] && { records: wireRecords<ReindexMessage>(process.env) }),
};
const schedulesOf = wireSchedules(process.env);
const grouping = groupingOf(process.env);

/** `POST /admin`, whose signature the gateway has checked (IAM) before this runs; and calls of crawls' schedules. */
export async function handler(
  event: APIGatewayProxyEventV2 | ScheduledCall,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
  const own = schedulesOf ? { ...ports, schedules: schedulesOf(context.invokedFunctionArn) } : ports;
  if ('scheduled' in event) {
    await runScheduled(event.scheduled, own, context.getRemainingTimeInMillis());
    return undefined;
  }
  const { text, json } = bodyOf(event);
  const { status, body: said } = await administer(json, own, grouping);
  log('info', 'administered', { status, asked: text.slice(0, 500) });
  return { statusCode: status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(said) };
}
