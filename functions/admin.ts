import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ScheduledCall } from '../shared/ports/schedules.ts';
import { administer } from './administer.ts';
import { log } from './log.ts';
import { runScheduled } from './schedules.ts';
import { groupingOf, wireFrontier, wireRobots, wireStores } from './wiring.ts';
import { wireSchedules } from './wiring-schedules.ts';
import { wireIndex } from './wiring-search.ts';

const stores = wireStores(process.env);
const ports = {
  ...stores,
  index: wireIndex(process.env),
  frontier: wireFrontier(process.env, stores),
  robots: wireRobots(process.env, stores),
};
const schedulesOf = wireSchedules(process.env);
const grouping = groupingOf(process.env);

/** A schedule's call ends so long before the function's time is up. Milliseconds. */
const RESERVE_MS = 30_000;

/** `POST /admin`, whose signature the gateway has checked (IAM) before this runs; and calls of crawls' schedules. */
export async function handler(
  event: APIGatewayProxyEventV2 | ScheduledCall,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
  const own = schedulesOf ? { ...ports, schedules: schedulesOf(context.invokedFunctionArn) } : ports;
  if ('scheduled' in event) {
    const until = ports.clock.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
    await runScheduled(event.scheduled, own, until);
    return undefined;
  }
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');
  const { status, body: said } = await administer(jsonOf(text), own, grouping);
  log('info', 'administered', { status, asked: text.slice(0, 500) });
  return { statusCode: status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(said) };
}

/** Undefined for what is no JSON: then nothing is asked, which is refused like any other wrong request. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
