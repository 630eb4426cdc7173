import { dynamoClient, s3Client, sqsClient } from '../../shared/aws/clients.ts';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../shared/aws/dynamo/dynamo-frontier.ts';
import { dynamoHostLock } from '../../shared/aws/dynamo/dynamo-host-lock.ts';
import { dynamoRobotsStore } from '../../shared/aws/dynamo/dynamo-robots-store.ts';
import { s3Objects } from '../../shared/aws/s3/s3-objects.ts';
import { s3Records } from '../../shared/aws/s3/s3-records.ts';
import { noQueue } from '../../shared/aws/sqs/no-queue.ts';
import { sqsQueue } from '../../shared/aws/sqs/sqs-queue.ts';
import { systemChance, systemClock } from '../../shared/local/system.ts';
import { meteredControl } from '../../shared/meter/metered-control.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import type { ListRecords } from '../../shared/ports/reindex.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { meter } from './wiring-meter.ts';

/*
 * The composition root of the cloud, where rooms meet AWS adapters; `cli/run/wiring.ts` is its twin for one machine. Names of
 * tables, buckets and queues come from the stack (`infra/stack.ts`) and are read here, once a cold start: a wrong one
 * stops the function before it takes a message. A function takes the pieces it needs, and its bundle holds no others.
 */
export type Environment = Record<string, string | undefined>;

/** @throws when the stack did not give it. */
export function given(env: Environment, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is missing in the function's environment`);
  return value;
}

/** @throws when the stack says nothing that is one. */
export function groupingOf(env: Environment): Grouping {
  const grouping = given(env, 'GROUPING');
  if (grouping === 'host' || grouping === 'domain' || grouping === 'address') return grouping;
  throw new Error(`GROUPING is "${grouping}": host, domain or address`);
}

/** Only set where another server stands in for AWS. */
export const clientOptions = ({ AWS_ENDPOINT_URL }: Environment) =>
  AWS_ENDPOINT_URL ? { endpoint: AWS_ENDPOINT_URL } : {};

/** What nearly every function has. */
export function wireStores(env: Environment) {
  const dynamo = dynamoClient(clientOptions(env), meter.count);
  const objects = s3Objects(s3Client(clientOptions(env), meter.count), {
    raw: given(env, 'RAW_BUCKET'),
    data: given(env, 'DATA_BUCKET'),
  });
  // A crawl's counts hold what it has used too, and need no update more for it.
  const control = meteredControl(dynamoControl(dynamo, given(env, 'CONTROL_TABLE')), meter);
  return { dynamo, objects, control, clock: systemClock, chance: systemChance };
}

type AwsStores = ReturnType<typeof wireStores>;

/** Lists the objects of records, for who writes them again. */
export const wireListRecords = (env: Environment): ListRecords =>
  s3Records(s3Client(clientOptions(env), meter.count), given(env, 'DATA_BUCKET'));

export function wireFrontier(env: Environment, { dynamo, objects }: { dynamo: AwsStores['dynamo']; objects: Objects }) {
  const tables = {
    heads: given(env, 'HEADS_TABLE'),
    bundles: given(env, 'BUNDLES_TABLE'),
    inbox: given(env, 'INBOX_TABLE'),
  };
  return dynamoFrontier(dynamo, tables, objects);
}

export function wireHosts(env: Environment, stores: AwsStores) {
  return { locks: dynamoHostLock(stores.dynamo, given(env, 'LOCKS_TABLE')), robots: wireRobots(env, stores) };
}

export function wireRobots(env: Environment, { dynamo, objects }: Pick<AwsStores, 'dynamo' | 'objects'>) {
  return dynamoRobotsStore(dynamo, given(env, 'ROBOTS_TABLE'), objects);
}

/** @returns a function from the name of a variable to the queue whose address it holds. */
export function wireQueues(env: Environment): <Message>(name: string) => Queue<Message> {
  const client = sqsClient(clientOptions(env), meter.count);
  return (name) => sqsQueue(client, { url: given(env, name) });
}

/** A stack without search has nobody to tell of records: they are kept all the same. */
export function wireRecords<Message = ObjectMessage>(env: Environment): Queue<Message> {
  return env['RECORDS_QUEUE_URL'] ? wireQueues(env)<Message>('RECORDS_QUEUE_URL') : noQueue<Message>();
}
