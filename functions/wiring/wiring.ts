import { type ClientOptions, dynamoClient, s3Client, sqsClient } from '../../shared/aws/clients.ts';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { listDueHosts } from '../../shared/aws/dynamo/dynamo-due-hosts.ts';
import { dynamoFrontier } from '../../shared/aws/dynamo/dynamo-frontier.ts';
import { dynamoHostLock } from '../../shared/aws/dynamo/dynamo-host-lock.ts';
import { listHeads } from '../../shared/aws/dynamo/dynamo-list-heads.ts';
import { dynamoRobotsStore } from '../../shared/aws/dynamo/dynamo-robots-store.ts';
import { s3Objects } from '../../shared/aws/s3/s3-objects.ts';
import { listS3Records } from '../../shared/aws/s3/s3-records.ts';
import { noQueue } from '../../shared/aws/sqs/no-queue.ts';
import { sqsQueue } from '../../shared/aws/sqs/sqs-queue.ts';
import { isAwsUnavailable } from '../../shared/aws/unavailable.ts';
import { systemClock, systemRandom } from '../../shared/local/system.ts';
import { meteredControl } from '../../shared/meter/metered-control.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { ObjectMessage, ReindexMessage } from '../../shared/ports/messages.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import type { ListRecords } from '../../shared/ports/reindex.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { meter } from './wiring-meter.ts';

/*
 * The composition root on AWS: connects the stages and the frontier to the AWS adapters. `cli/run/wiring.ts` does the same for one machine. Names of
 * tables, buckets and queues come from the stack (`infra/stack.ts`). They are read once per cold start, so a function with a
 * missing name fails before it receives a message. A function imports only the wiring that it needs, which keeps its bundle small.
 */
export type Environment = Record<string, string | undefined>;

/** @throws if the environment variable is missing or empty. */
export function requireVariable(env: Environment, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`the environment variable ${name} is missing`);
  return value;
}

/** @throws if the variable GROUPING is missing or invalid. */
export function parseGrouping(env: Environment): Grouping {
  const grouping = requireVariable(env, 'GROUPING');
  if (grouping === 'host' || grouping === 'domain' || grouping === 'address') return grouping;
  throw new Error(`GROUPING must be host, domain or address, not "${grouping}"`);
}

/** `AWS_ENDPOINT_URL` is set only if an emulator replaces AWS. */
export const clientOptions = ({ AWS_ENDPOINT_URL }: Environment) =>
  AWS_ENDPOINT_URL ? { endpoint: AWS_ENDPOINT_URL } : {};

/** Tells whether an error means that tables, buckets or queues are unavailable. */
export const isStoreUnavailable = isAwsUnavailable;

/**
 * Wires the ports that nearly every function uses.
 *
 * @param options options of the client of DynamoDB. Default: those that suit work in the background
 */
export function wireStores(env: Environment, options: Pick<ClientOptions, 'maxAttempts'> = {}) {
  const dynamo = dynamoClient({ ...clientOptions(env), ...options }, meter.count);
  const objects = s3Objects(s3Client(clientOptions(env), meter.count), {
    raw: requireVariable(env, 'RAW_BUCKET'),
    data: requireVariable(env, 'DATA_BUCKET'),
  });
  // Each update of a crawl's counts also adds the metered usage, without a further request.
  const control = meteredControl(dynamoControl(dynamo, requireVariable(env, 'CONTROL_TABLE')), meter);
  return { dynamo, objects, control, clock: systemClock, random: systemRandom };
}

type AwsStores = ReturnType<typeof wireStores>;

/** Wires the list of record objects, for a reindex. */
export const wireListRecords = (env: Environment): ListRecords =>
  listS3Records(s3Client(clientOptions(env), meter.count), requireVariable(env, 'DATA_BUCKET'));

/** Wires the frontier. Large bodies go to the object store. */
export function wireFrontier(env: Environment, { dynamo, objects }: { dynamo: AwsStores['dynamo']; objects: Objects }) {
  const tables = {
    heads: requireVariable(env, 'HEADS_TABLE'),
    bundles: requireVariable(env, 'BUNDLES_TABLE'),
    inbox: requireVariable(env, 'INBOX_TABLE'),
  };
  return dynamoFrontier(dynamo, tables, objects);
}

/** Wires what a status reads of the frontier. The code of the other calls is not bundled then. */
export function wireHeadLists(
  env: Environment,
  { dynamo }: { dynamo: AwsStores['dynamo'] },
): Pick<Frontier, 'listDue' | 'listHeads'> {
  const table = requireVariable(env, 'HEADS_TABLE');
  return {
    listDue: (crawl, now, limit) => listDueHosts(dynamo, table, crawl, now, limit),
    listHeads: (crawl, after) => listHeads(dynamo, table, crawl, after),
  };
}

/** Wires the stores that all crawls share: locks of groups, and robots.txt files. */
export function wireHosts(env: Environment, stores: AwsStores) {
  return { locks: dynamoHostLock(stores.dynamo, requireVariable(env, 'LOCKS_TABLE')), robots: wireRobots(env, stores) };
}

/** Wires the store of robots.txt files. Large files go to the object store. */
export function wireRobots(env: Environment, { dynamo, objects }: Pick<AwsStores, 'dynamo' | 'objects'>) {
  return dynamoRobotsStore(dynamo, requireVariable(env, 'ROBOTS_TABLE'), objects);
}

/** @returns a function from the name of an environment variable to the queue whose URL it holds. */
export function wireQueues(env: Environment): <Message>(name: string) => Queue<Message> {
  const client = sqsClient(clientOptions(env), meter.count);
  return (name) => sqsQueue(client, { url: requireVariable(env, name) });
}

/** Wires the queues between fetch and the search engine whose URLs are known, for the status of crawls. */
export function wireStageQueues(env: Environment): {
  captures?: Queue<ObjectMessage>;
  documents?: Queue<ObjectMessage>;
  records?: Queue<ReindexMessage | ObjectMessage>;
} {
  const client = sqsClient(clientOptions(env), meter.count);
  const queue = <Message>(name: string): Queue<Message> | undefined => {
    const [url, dead] = [env[`${name}_QUEUE_URL`], env[`${name}_DEAD_URL`]];
    return url ? sqsQueue<Message>(client, { url, ...(dead && { dead }) }) : undefined;
  };
  const captures = queue<ObjectMessage>('CAPTURES');
  const documents = queue<ObjectMessage>('DOCUMENTS');
  const records = queue<ReindexMessage | ObjectMessage>('RECORDS');
  return { ...(captures && { captures }), ...(documents && { documents }), ...(records && { records }) };
}

/** Wires the queue of records. A stack without search stores records and sends no messages. */
export function wireRecords(env: Environment): Queue<ObjectMessage> {
  return env['RECORDS_QUEUE_URL'] ? wireQueues(env)<ObjectMessage>('RECORDS_QUEUE_URL') : noQueue();
}
