import { Duration } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { HandlerName } from './bundle.ts';
import type { DeploymentOptions } from './options.ts';
import type { Search } from './search.ts';
import { Worker } from './worker.ts';

/**
 * Hosts per visits message, and messages per invocation of fetch. An invocation waits for all its hosts together. Waiting is most
 * of the cost of a page, and so many hosts share it (`node bench/bill.ts`).
 */
export const HOSTS_PER_MESSAGE = 40;
export const VISITS_PER_BATCH = 10;

/**
 * A message about an object is retained for a week, and in the dead-letter queue until two weeks after it was first sent: moving a
 * message does not renew its age. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
const OBJECT_QUEUE = { retention: Duration.days(7), hasDeadLetterQueue: true };

/**
 * Messages about objects per invocation. An object has up to 30 MB of captures: `node bench/bill.ts` shows the memory that a batch takes.
 */
const OBJECTS_PER_BATCH = 3;

export type WorkerContext = {
  options: DeploymentOptions;
  codeOf: (name: HandlerName) => Code;
  /** Environment of every function. */
  environment: Record<string, string>;
  search: Search | undefined;
};

/** The stages that take messages from a queue. `index` is undefined if the stack has no search. */
export type Workers = { fetch: Worker; clean: Worker; classify: Worker; index: Worker | undefined };

/** Creates the stages from last to first, since each one needs the queue of the next. */
export function createWorkers(scope: Construct, context: WorkerContext): Workers {
  const index = createIndexWorker(scope, context);
  const classify = createClassifyWorker(scope, context, index);
  const clean = createCleanWorker(scope, context, classify);
  return { index, classify, clean, fetch: createFetchWorker(scope, context, clean) };
}

/** Environment variable with the queue of the index stage, if there is one. */
const recordsQueueOf = (index: Worker | undefined): Record<string, string> =>
  index ? { RECORDS_QUEUE_URL: index.queue.queueUrl } : {};

/** Environment variables with the queues between fetch and the search engine, and their dead-letter queues. */
export const stageQueuesOf = ({ clean, classify, index }: Workers): Record<string, string> => ({
  CAPTURES_QUEUE_URL: clean.queue.queueUrl,
  DOCUMENTS_QUEUE_URL: classify.queue.queueUrl,
  ...recordsQueueOf(index),
  ...deadLetterQueueOf('CAPTURES', clean),
  ...deadLetterQueueOf('DOCUMENTS', classify),
  ...deadLetterQueueOf('RECORDS', index),
});

const deadLetterQueueOf = (queue: string, worker: Worker | undefined): Record<string, string> =>
  worker?.deadLetterQueue ? { [`${queue}_DEAD_URL`]: worker.deadLetterQueue.queueUrl } : {};

function createIndexWorker(scope: Construct, { options, codeOf, environment, search }: WorkerContext) {
  if (!search) return undefined;
  return new Worker(scope, 'Index', {
    ...OBJECT_QUEUE,
    code: codeOf('index-records'),
    environment: { ...environment, ...search.environment },
    memoryMb: 1_024,
    timeout: Duration.seconds(120),
    batchSize: OBJECTS_PER_BATCH,
    batchWindow: Duration.seconds(5),
    maxConcurrency: options.concurrency.index,
  });
}

function createClassifyWorker(
  scope: Construct,
  { options, codeOf, environment }: WorkerContext,
  index: Worker | undefined,
): Worker {
  return new Worker(scope, 'Classify', {
    ...OBJECT_QUEUE,
    code: codeOf('classify'),
    environment: { ...environment, ...recordsQueueOf(index) },
    memoryMb: 1_024,
    timeout: Duration.seconds(120),
    batchSize: OBJECTS_PER_BATCH,
    batchWindow: Duration.seconds(10),
    maxConcurrency: options.concurrency.classify,
  });
}

function createCleanWorker(
  scope: Construct,
  { options, codeOf, environment }: WorkerContext,
  classify: Worker,
): Worker {
  const worker = new Worker(scope, 'Clean', {
    ...OBJECT_QUEUE,
    code: codeOf('clean'),
    environment: { ...environment, DOCUMENTS_QUEUE_URL: classify.queue.queueUrl },
    memoryMb: 1_769,
    timeout: Duration.seconds(120),
    batchSize: OBJECTS_PER_BATCH,
    batchWindow: Duration.seconds(5),
    maxConcurrency: options.concurrency.clean,
  });
  for (const [name, url] of Object.entries(deadLetterQueueOf('CAPTURES', worker)))
    worker.handler.lambda.addEnvironment(name, url);
  return worker;
}

function createFetchWorker(scope: Construct, { options, codeOf, environment }: WorkerContext, clean: Worker): Worker {
  return new Worker(scope, 'Fetch', {
    // Visits are hints: dispatch sends a lost one again. A visit would refuse older ones.
    retention: Duration.minutes(15),
    hasDeadLetterQueue: false,
    code: codeOf('fetch'),
    environment: { ...environment, CAPTURES_QUEUE_URL: clean.queue.queueUrl },
    memoryMb: 896,
    timeout: Duration.seconds(300),
    batchSize: VISITS_PER_BATCH,
    batchWindow: Duration.seconds(1),
    maxConcurrency: options.concurrency.fetch,
  });
}
