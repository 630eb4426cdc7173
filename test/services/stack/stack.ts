import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { dynamoClient, s3Client, sqsClient } from '../../../shared/aws/clients.ts';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { createSearchClient } from '../../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../../shared/aws/opensearch/opensearch-index.ts';
import { s3Objects } from '../../../shared/aws/s3/s3-objects.ts';
import { readDeadLetters } from '../../../shared/aws/sqs/sqs-dead-letters.ts';
import { sqsQueue } from '../../../shared/aws/sqs/sqs-queue.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import type { ObjectMessage } from '../../../shared/ports/messages.ts';
import type { SearchRecord } from '../../../shared/ports/search-index.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { engine, localClientOptions, uniqueTestName } from '../engines/engine.ts';
import { KEYS, REGION } from '../engines/recipes.ts';
import { makeQueue } from '../engines/stores.ts';
import { annotationsTable, controlTable, frontierTables, locksTable, robotsTable } from '../engines/tables.ts';
import type { FromFunction, FunctionEnvironment, ToFunction } from './function.ts';
import { type Plan, type Service, startTap, type Tap } from './tap.ts';

/** Functions with a queue, in the order in which a page passes them. */
export const FUNCTIONS = ['fetch', 'clean', 'classify', 'index-records'] as const;
type WorkerName = (typeof FUNCTIONS)[number];
type FunctionName = WorkerName | 'dispatch' | 'admin' | 'search';

/** Batch sizes and time limits as in `infra/stack.ts`. */
const BATCH: Record<WorkerName, number> = { fetch: 4, clean: 5, classify: 5, 'index-records': 5 };
const TIMEOUT_S: Record<FunctionName, number> = {
  fetch: 300,
  clean: 120,
  classify: 120,
  'index-records': 120,
  dispatch: 50,
  admin: 29,
  search: 10,
};
const QUEUE_OF: Record<WorkerName, string> = {
  fetch: 'VISITS_QUEUE_URL',
  clean: 'CAPTURES_QUEUE_URL',
  classify: 'DOCUMENTS_QUEUE_URL',
  'index-records': 'RECORDS_QUEUE_URL',
};
const DEAD_QUEUES = ['CAPTURES_DEAD_URL', 'DOCUMENTS_DEAD_URL', 'RECORDS_DEAD_URL'] as const;
const DISPATCH_EVERY_MS = 1_000;

/** A running instance of a function. */
export type FunctionInstance = {
  name: FunctionName;
  tap: Tap;
  /** Invokes the function with an event, like a schedule or the HTTP API. */
  invoke(event: unknown): Promise<unknown>;
  setClockAheadMs(ms: number): void;
  /** Sends SIGKILL. */
  kill(): void;
  /** Ends the instance after its current batch. */
  end(): Promise<void>;
  ended: Promise<void>;
};

export type StackOptions = {
  /** Visibility timeout of messages, in seconds: after it the message of a killed function is received again. On AWS half an hour. */
  hiddenS?: number;
  /** Number of receives after which a message moves to the dead-letter queue. */
  maxReceives?: number;
  /** Hosts per visit message. Small by default, so that every instance of fetch gets some. */
  hostsPerMessage?: number;
  visitsPerBatch?: number;
  /** Engines to use instead of the shared ones. */
  engines?: Partial<Record<Service, string>>;
};

export type Stack = Awaited<ReturnType<typeof openStack>>;

/** Creates the stack's stores on real engines, like its template, and runs its functions as local processes. */
export async function openStack(options: StackOptions = {}) {
  const { hiddenS = 60, maxReceives = 5, hostsPerMessage = 6, visitsPerBatch = BATCH.fetch } = options;
  const engines: Partial<Record<Service, string>> = {
    ...options.engines,
    dynamodb: options.engines?.dynamodb ?? (await engine('dynamodb')),
    sqs: options.engines?.sqs ?? (await engine('elasticmq')),
    s3: options.engines?.s3 ?? (await engine('s3')),
    search: options.engines?.search ?? (await engine('opensearch')),
  };
  const prefix = uniqueTestName('stack');
  const environment: Record<string, string> = {
    ...(await makeStores(engines, { hiddenS, maxReceives }, prefix)),
    HOSTS_PER_MESSAGE: `${hostsPerMessage}`,
    STACK_NAME: prefix,
  };
  const copies = new Set<FunctionInstance>();
  /** What functions logged about messages that failed. */
  const failures: string[] = [];
  const schedules: (() => void)[] = [];
  /** How far the clocks of all functions are ahead of the machine's. */
  let aheadMs = 0;

  /** @param plan of its tap from its first call on. */
  async function start(name: FunctionName, plan: Plan = {}): Promise<FunctionInstance> {
    const tap = await startTap(engines);
    tap.plan = plan;
    const child = forkFunction(name, tap.url, environment, { queues: engines.sqs!, visitsPerBatch });
    collectFailures(child, name, failures);
    const copy = instanceOf(name, child, tap, () => copies.delete(copy));
    copies.add(copy);
    await ready(child);
    copy.setClockAheadMs(aheadMs);
    return copy;
  }

  const admin = await start('admin');
  const ask = async (request: object): Promise<{ status: number; body: unknown }> => {
    const event = { body: JSON.stringify(request), isBase64Encoded: false };
    const answer = (await admin.invoke(event).catch((error: Error) => {
      // After a clock was advanced, the SDK corrects the time of the first refused request, and not of those beside it.
      if (error.message.includes('RequestTimeTooSkewed')) return admin.invoke(event);
      throw error;
    })) as { statusCode: number; body: string };
    return { status: answer.statusCode, body: JSON.parse(answer.body) };
  };

  /** Opens the stored objects directly, without the functions. */
  function objects() {
    const buckets = { raw: environment['RAW_BUCKET']!, data: environment['DATA_BUCKET']! };
    return s3Objects(s3Client(localClientOptions(engines.s3!)), buckets);
  }

  return {
    environment,
    engines,
    start,
    ask,
    copies: () => [...copies],
    /** Advances the clocks of all functions. */
    advanceClocks(ms: number) {
      aheadMs += ms;
      for (const copy of copies) copy.setClockAheadMs(aheadMs);
    },
    objects,
    /** Opens the frontier directly, without the functions. */
    frontier() {
      const tables = { heads: environment['HEADS_TABLE']!, bundles: environment['BUNDLES_TABLE']! };
      const dynamo = dynamoClient(localClientOptions(engines.dynamodb!));
      return dynamoFrontier(dynamo, { ...tables, inbox: environment['INBOX_TABLE']! }, objects());
    },
    async create(settings: Settings): Promise<void> {
      const { status, body } = await ask({ action: 'create', settings });
      if (status >= 300) throw new Error(`create: ${status} ${JSON.stringify(body)}`);
    },
    async status(crawl: string): Promise<CrawlStatus> {
      return (await ask({ action: 'status', crawl })).body as CrawlStatus;
    },
    /**
     * Invokes dispatch every second (on AWS every minute) until the returned function is called or the stack is closed.
     *
     * @param dispatch the instance, or a function that returns the current one, or undefined if there is none.
     */
    schedule(dispatch: FunctionInstance | (() => FunctionInstance | undefined)): () => void {
      const stop = invokeRepeatedly(typeof dispatch === 'function' ? dispatch : () => dispatch);
      schedules.push(stop);
      return stop;
    },
    depths: () => depthsOf(engines.sqs!, environment),
    /** Returns the dead letters, each with what functions logged about its failures. */
    async deadLetters(): Promise<{ queue: string; message: unknown; failures: string[] }[]> {
      const client = sqsClient(localClientOptions(engines.sqs!));
      const all = await Promise.all(
        DEAD_QUEUES.map(async (queue) => {
          const letters = await readDeadLetters(client, environment[queue]!, 100);
          return letters.map(({ message }) => ({
            queue,
            message,
            failures: failures.filter((text) => text.includes((message as ObjectMessage).key)),
          }));
        }),
      );
      return all.flat();
    },
    async records(crawl: string): Promise<SearchRecord[]> {
      const client = createSearchClient({ endpoint: engines.search!, signing: 'none', region: REGION });
      const index = openSearchIndex(client, prefix, () => '');
      const all: SearchRecord[] = [];
      for await (const record of index.records(crawl)) all.push(record);
      return all;
    },
    async close(): Promise<void> {
      for (const stop of schedules) stop();
      await Promise.all([...copies].map((copy) => copy.end()));
    },
  };
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Starts the process of a function. @param tapUrl URL at which it reaches all services. */
function forkFunction(
  name: FunctionName,
  tapUrl: string,
  environment: Record<string, string>,
  { queues, visitsPerBatch }: { queues: string; visitsPerBatch: number },
): ChildProcess {
  const worker = FUNCTIONS.find((one) => one === name);
  const own: FunctionEnvironment = {
    HANDLER: name,
    TIMEOUT_S: `${TIMEOUT_S[name]}`,
    SOURCE_ENDPOINT: queues,
    ...(worker && {
      BATCH_SIZE: `${worker === 'fetch' ? visitsPerBatch : BATCH[worker]}`,
      OWN_QUEUE_URL: environment[QUEUE_OF[worker]]!,
    }),
  };
  return fork(join(import.meta.dirname, 'function.ts'), {
    env: { ...plainEnvironment(), ...environment, ...own, AWS_ENDPOINT_URL: tapUrl, SEARCH_ENDPOINT: tapUrl },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Invokes dispatch every `DISPATCH_EVERY_MS`. @returns a function that stops it. */
function invokeRepeatedly(dispatch: () => FunctionInstance | undefined): () => void {
  let isActive = true;
  void (async () => {
    while (isActive) {
      await dispatch()
        ?.invoke({ source: 'aws.scheduler', 'detail-type': 'Scheduled Event' })
        .catch(() => {});
      await sleep(DISPATCH_EVERY_MS);
    }
  })();
  return () => {
    isActive = false;
  };
}

/**
 * Returns the environment of functions, without variables of this machine that do not exist on AWS, except the folder of compiled
 * code: tests start a hundred functions.
 */
function plainEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  return {
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  };
}

async function makeStores(
  engines: Partial<Record<Service, string>>,
  { hiddenS, maxReceives }: { hiddenS: number; maxReceives: number },
  prefix: string,
) {
  const dynamo = dynamoClient(localClientOptions(engines.dynamodb!));
  const s3 = s3Client(localClientOptions(engines.s3!));
  const sqs = sqsClient(localClientOptions(engines.sqs!));
  const buckets = { RAW_BUCKET: uniqueTestName('raw'), DATA_BUCKET: uniqueTestName('data') };
  for (const Bucket of Object.values(buckets)) await s3.send(new CreateBucketCommand({ Bucket }));
  const frontier = await frontierTables(dynamo);
  const visits = await makeQueue(sqs, { maxReceives: 5, retentionMs: 900_000, hasDeadLetters: false, hiddenS });
  const notices = await Promise.all(
    [1, 2, 3].map(() => makeQueue(sqs, { maxReceives, retentionMs: 604_800_000, hasDeadLetters: true, hiddenS })),
  );
  const [captures, documents, records] = notices;
  return {
    AWS_REGION: REGION,
    ...buckets,
    LOCKS_TABLE: await locksTable(dynamo),
    ROBOTS_TABLE: await robotsTable(dynamo),
    HEADS_TABLE: frontier.heads,
    BUNDLES_TABLE: frontier.bundles,
    INBOX_TABLE: frontier.inbox,
    CONTROL_TABLE: await controlTable(dynamo),
    ANNOTATIONS_TABLE: await annotationsTable(dynamo),
    ANNOTATOR_CLAIM: 'preferred_username',
    GROUPING: 'host',
    SLOTS: '80',
    SEARCH_SIGNING: 'none',
    SEARCH_PREFIX: prefix,
    VISITS_QUEUE_URL: visits.url,
    CAPTURES_QUEUE_URL: captures!.url,
    DOCUMENTS_QUEUE_URL: documents!.url,
    RECORDS_QUEUE_URL: records!.url,
    CAPTURES_DEAD_URL: captures!.dead!,
    DOCUMENTS_DEAD_URL: documents!.dead!,
    RECORDS_DEAD_URL: records!.dead!,
  } as Record<string, string>;
}

function instanceOf(name: FunctionName, child: ChildProcess, tap: Tap, gone: () => void): FunctionInstance {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let invocations = 0;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', async () => {
      gone();
      for (const { reject } of waiting.values()) reject(new Error(`${name} has ended`));
      await tap.close();
      resolve();
    });
  });
  child.on('message', (message: FromFunction) => {
    if (message === 'ready') return;
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) caller?.resolve(message.answer);
    else caller?.reject(new Error(message.error));
  });
  return {
    name,
    tap,
    ended,
    invoke: (event) =>
      new Promise((resolve, reject) => {
        const id = invocations++;
        waiting.set(id, { resolve, reject });
        if (child.connected) child.send({ id, event } satisfies ToFunction);
        else reject(new Error(`${name} has ended`));
      }),
    setClockAheadMs: (aheadMs) => void (child.connected && child.send({ aheadMs } satisfies ToFunction)),
    kill: () => void child.kill('SIGKILL'),
    async end() {
      if (child.connected) child.send('end' satisfies ToFunction);
      await ended;
    },
  };
}

/** Keeps what an instance logs about messages that failed. The log goes to stderr, one write per event. */
function collectFailures(child: ChildProcess, name: FunctionName, into: string[]): void {
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (/message-failed|object-damaged/.test(text)) into.push(`${new Date().toISOString()} ${name}: ${text}`);
  });
}

/** Waits until an instance is ready. Its log is only reported if it does not start, as tests expect errors later. */
function ready(child: ChildProcess): Promise<void> {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = `${log}${text}`.slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`a function ended with ${code} before it was ready:\n${log}`)));
  });
}

/** Returns the number of messages in the visit queue, in the other queues and in the dead-letter queues. */
async function depthsOf(endpoint: string, environment: Record<string, string>) {
  const client = sqsClient(localClientOptions(endpoint));
  const depth = async (name: string) => {
    const url = environment[name]!;
    const { waiting, inFlight } = await sqsQueue(client, { url }).depth();
    return waiting + inFlight;
  };
  const notices = await Promise.all(['CAPTURES', 'DOCUMENTS', 'RECORDS'].map((name) => depth(`${name}_QUEUE_URL`)));
  const dead = await Promise.all(DEAD_QUEUES.map(depth));
  const sum = (counts: number[]) => counts.reduce((a, b) => a + b);
  return { visits: await depth('VISITS_QUEUE_URL'), notices: sum(notices), dead: sum(dead) };
}
