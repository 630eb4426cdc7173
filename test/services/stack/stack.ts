import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { dynamoClient, s3Client, sqsClient } from '../../../shared/aws/clients.ts';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { searchClient } from '../../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../../shared/aws/opensearch/opensearch-index.ts';
import { s3Objects } from '../../../shared/aws/s3/s3-objects.ts';
import { sqsQueue } from '../../../shared/aws/sqs/sqs-queue.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../../shared/ports/search-index.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { engine, ownName, standIn } from '../engines/engine.ts';
import { KEYS, REGION } from '../engines/recipes.ts';
import { makeQueue } from '../engines/stores.ts';
import { controlTable, frontierTables, locksTable, robotsTable } from '../engines/tables.ts';
import type { FromFunction, FunctionEnvironment, ToFunction } from './function.ts';
import { type Service, startTap, type Tap } from './tap.ts';

/** Those that work off a queue, in the order of a page's way. */
export const FUNCTIONS = ['fetch', 'clean', 'classify', 'index-records'] as const;
type WorkerName = (typeof FUNCTIONS)[number];
type FunctionName = WorkerName | 'dispatch' | 'admin' | 'search';

/** As `infra/stack.ts` has them. */
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
const DISPATCH_EVERY_MS = 1_000;

/** A running copy of a function. */
export type Copy = {
  name: FunctionName;
  tap: Tap;
  /** Hands it an event, as a schedule or the HTTP API does. */
  invoke(event: unknown): Promise<unknown>;
  goAhead(ms: number): void;
  /** SIGKILL. */
  kill(): void;
  /** In order, after the batch that it has. */
  end(): Promise<void>;
  ended: Promise<void>;
};

export type StackOptions = {
  /** A message whose function was killed comes again after so long; on AWS after half an hour. */
  hiddenS?: number;
  /** So often a message is tried before it is with the dead letters. */
  maxReceives?: number;
  /** Small messages, so that every copy of fetch has some. */
  hostsAMessage?: number;
  visitsABatch?: number;
  /** In the place of those that all tests share. */
  engines?: Partial<Record<Service, string>>;
};

export type Stack = Awaited<ReturnType<typeof openStack>>;

/** The stack's stores on real engines, as its template makes them, and its functions as processes on this machine. */
export async function openStack(options: StackOptions = {}) {
  const { hiddenS = 60, maxReceives = 5, hostsAMessage = 6, visitsABatch = BATCH.fetch } = options;
  const engines: Partial<Record<Service, string>> = {
    ...options.engines,
    dynamodb: options.engines?.dynamodb ?? (await engine('dynamodb')),
    sqs: options.engines?.sqs ?? (await engine('elasticmq')),
    s3: options.engines?.s3 ?? (await engine('s3')),
    search: options.engines?.search ?? (await engine('opensearch')),
  };
  const prefix = ownName('stack');
  const environment: Record<string, string> = {
    ...(await makeStores(engines, { hiddenS, maxReceives }, prefix)),
    HOSTS_A_MESSAGE: `${hostsAMessage}`,
  };
  const copies = new Set<Copy>();
  const schedules: (() => void)[] = [];
  /** How far the clocks of all functions are ahead. Milliseconds. */
  let aheadMs = 0;

  async function start(name: FunctionName): Promise<Copy> {
    const tap = await startTap(engines);
    const worker = FUNCTIONS.find((one) => one === name);
    const own: FunctionEnvironment = {
      HANDLER: name,
      TIMEOUT_S: `${TIMEOUT_S[name]}`,
      SOURCE_ENDPOINT: engines.sqs!,
      ...(worker && {
        BATCH_SIZE: `${worker === 'fetch' ? visitsABatch : BATCH[worker]}`,
        OWN_QUEUE_URL: environment[QUEUE_OF[worker]]!,
      }),
    };
    const child = fork(join(import.meta.dirname, 'function.ts'), {
      env: {
        ...plainEnvironment(),
        ...environment,
        ...own,
        AWS_ENDPOINT_URL: tap.url,
        SEARCH_ENDPOINT: tap.url,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const copy = copyOf(name, child, tap, () => copies.delete(copy));
    copies.add(copy);
    await ready(child);
    copy.goAhead(aheadMs);
    return copy;
  }

  const admin = await start('admin');
  const ask = async (request: object): Promise<{ status: number; body: unknown }> => {
    const answer = (await admin.invoke({ body: JSON.stringify(request), isBase64Encoded: false })) as {
      statusCode: number;
      body: string;
    };
    return { status: answer.statusCode, body: JSON.parse(answer.body) };
  };

  return {
    environment,
    engines,
    start,
    ask,
    copies: () => [...copies],
    /** All functions believe that so much more time has passed. */
    letPass(ms: number) {
      aheadMs += ms;
      for (const copy of copies) copy.goAhead(aheadMs);
    },
    /** The frontier, asked past the functions. */
    frontier() {
      const tables = { heads: environment['HEADS_TABLE']!, bundles: environment['BUNDLES_TABLE']! };
      const buckets = { raw: environment['RAW_BUCKET']!, data: environment['DATA_BUCKET']! };
      const objects = s3Objects(s3Client(standIn(engines.s3!)), buckets);
      const dynamo = dynamoClient(standIn(engines.dynamodb!));
      return dynamoFrontier(dynamo, { ...tables, inbox: environment['INBOX_TABLE']! }, objects);
    },
    async create(settings: Settings): Promise<void> {
      const { status, body } = await ask({ action: 'create', settings });
      if (status >= 300) throw new Error(`create: ${status} ${JSON.stringify(body)}`);
    },
    async status(crawl: string): Promise<CrawlStatus> {
      return (await ask({ action: 'status', crawl })).body as CrawlStatus;
    },
    /**
     * The schedule: calls dispatch every second, in the place of every minute, until it is told to stop or the stack is
     * closed. @param dispatch the copy that is there at the time.
     */
    schedule(dispatch: Copy | (() => Copy)): () => void {
      let going = true;
      void (async () => {
        while (going) {
          const copy = typeof dispatch === 'function' ? dispatch() : dispatch;
          await copy.invoke({ source: 'aws.scheduler', 'detail-type': 'Scheduled Event' }).catch(() => {});
          await sleep(DISPATCH_EVERY_MS);
        }
      })();
      const stop = () => {
        going = false;
      };
      schedules.push(stop);
      return stop;
    },
    depths: () => depthsOf(engines.sqs!, environment),
    async records(crawl: string): Promise<SearchRecord[]> {
      const client = searchClient({ endpoint: engines.search!, signing: 'none', region: REGION });
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

/** What a function on AWS would not see of this machine stays out. */
function plainEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey };
}

async function makeStores(
  engines: Partial<Record<Service, string>>,
  { hiddenS, maxReceives }: { hiddenS: number; maxReceives: number },
  prefix: string,
) {
  const dynamo = dynamoClient(standIn(engines.dynamodb!));
  const s3 = s3Client(standIn(engines.s3!));
  const sqs = sqsClient(standIn(engines.sqs!));
  const buckets = { RAW_BUCKET: ownName('raw'), DATA_BUCKET: ownName('data') };
  for (const Bucket of Object.values(buckets)) await s3.send(new CreateBucketCommand({ Bucket }));
  const frontier = await frontierTables(dynamo);
  const visits = await makeQueue(sqs, { maxReceives: 5, keepMs: 900_000, deadLetters: false, hiddenS });
  const notices = await Promise.all(
    [1, 2, 3].map(() => makeQueue(sqs, { maxReceives, keepMs: 604_800_000, deadLetters: true, hiddenS })),
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
    GROUPING: 'host',
    SLOTS: '80',
    SEARCH_SIGNING: 'none',
    SEARCH_PREFIX: prefix,
    VISITS_QUEUE_URL: visits.url,
    CAPTURES_QUEUE_URL: captures!.url,
    DOCUMENTS_QUEUE_URL: documents!.url,
    RECORDS_QUEUE_URL: records!.url,
    DEAD_CAPTURES: captures!.dead!,
    DEAD_DOCUMENTS: documents!.dead!,
    DEAD_RECORDS: records!.dead!,
  } as Record<string, string>;
}

function copyOf(name: FunctionName, child: ChildProcess, tap: Tap, gone: () => void): Copy {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let asked = 0;
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
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asker?.resolve(message.answer);
    else asker?.reject(new Error(message.error));
  });
  return {
    name,
    tap,
    ended,
    invoke: (event) =>
      new Promise((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { resolve, reject });
        if (child.connected) child.send({ id, event } satisfies ToFunction);
        else reject(new Error(`${name} has ended`));
      }),
    goAhead: (aheadMs) => void (child.connected && child.send({ aheadMs } satisfies ToFunction)),
    kill: () => void child.kill('SIGKILL'),
    async end() {
      if (child.connected) child.send('end' satisfies ToFunction);
      await ended;
    },
  };
}

/** Faults are expected here, so what functions log of them is read only when one does not even start. */
function ready(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`a function ended with ${code} before it was ready:\n${said}`)));
  });
}

/** Messages of all queues that somebody has to work off, or has given up. */
async function depthsOf(endpoint: string, environment: Record<string, string>) {
  const client = sqsClient(standIn(endpoint));
  const depth = async (name: string) => {
    const url = environment[name]!;
    const { waiting, underWay } = await sqsQueue(client, { url }).depth();
    return waiting + underWay;
  };
  const notices = await Promise.all(['CAPTURES', 'DOCUMENTS', 'RECORDS'].map((name) => depth(`${name}_QUEUE_URL`)));
  const dead = await Promise.all(['CAPTURES', 'DOCUMENTS', 'RECORDS'].map((name) => depth(`DEAD_${name}`)));
  const sum = (counts: number[]) => counts.reduce((a, b) => a + b);
  return { visits: await depth('VISITS_QUEUE_URL'), notices: sum(notices), dead: sum(dead) };
}
