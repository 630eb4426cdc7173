/*
 * Measures what a million pages cost on AWS: `node bench/bill.ts [--pages 20000 --hosts 400 --batch N --real-time --no-topic --save FILE]`.
 *
 * Crawls a generated web with the handlers of the stack. Pages have 100 KB (26 KB compressed) and 60 links and are all on
 * topic; robots.txt is obeyed; servers speak TLS; there are no pauses without `--real-time`. Each handler runs in its own process with the environment of the
 * synthesised template. Messages arrive in batches of the size that its event sources use. Tables, queues, buckets and the
 * search engine are real servers. The meter counts requests and units, CPU is measured, and `bill-model.ts` models waiting
 * times. At the end it runs searches. The benchmark fails if a page is missing, was fetched twice or has no record.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { startGeneratedWeb } from '../demo/generated/generated-web.ts';
import { dynamoClient, s3Client, sqsClient } from '../shared/aws/clients.ts';
import { dynamoControl } from '../shared/aws/dynamo/dynamo-control.ts';
import { type Bill, billOf, formatUsd, scaleUsage } from '../shared/meter/bill.ts';
import { PRICES_AS_OF } from '../shared/meter/prices.ts';
import { sumByUnit, usageFromCounts } from '../shared/meter/usage.ts';
import { searchAlias } from '../shared/text/search-names.ts';
import { openEngines } from './measure/bill-engines.ts';
import {
  ARM_CPU_FACTOR,
  type FunctionRun,
  functionUsage,
  modelTime,
  PAUSE_MS,
  RESPONSE_MS,
  totalUsage,
} from './measure/bill-model.ts';
import { coldFolders, createStack, type StackFunction } from './measure/bill-stack.ts';
import type { WorkerCall, WorkerResult } from './measure/bill-worker.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    hosts: { type: 'string', default: '400' },
    /** Maximum number of messages of a call. Default: the batch sizes of the stack, as in a crawl that fills its queues. */
    batch: { type: 'string' },
    /** Number of searches to measure after the crawl. */
    searches: { type: 'string', default: '100' },
    /** Keeps the pauses and response times of the model instead of running as fast as this machine can: for crawls of few hosts. */
    'real-time': { type: 'boolean', default: false },
    /** File to which the figures are written as JSON. */
    save: { type: 'string' },
    /** Accepts every page, without a topic filter: the crawl does not learn which links lead to the topic. */
    'no-topic': { type: 'boolean', default: false },
    /** Prints the units of every operation of every function. */
    all: { type: 'boolean', default: false },
    /** Running servers to use: `dynamodb=URL`, `elasticmq=URL`, `s3=URL`, `opensearch=URL`. */
    engine: { type: 'string', multiple: true, default: [] },
  },
});

const CRAWL = 'bill';
const STAGES = ['fetch', 'clean', 'classify', 'index-records'];
/** Time limit of one handler call. */
const TIMEOUT_MS = 1_200_000;
/** Consecutive rounds without a page after which the crawl counts as done: a released host is due a second later. */
const QUIET_ROUNDS = 3;
/** Time without a page after which the crawl may end. Dispatch resends a host five minutes after a failed visit. */
const RETRY_WAIT_MS = 330_000;

const out = (line: string) => void process.stdout.write(`${line}\n`);
const log = (line: string) => void process.stderr.write(`${line}\n`);

const pages = Number(values.pages);
const maxBatch = Number(values.batch ?? Number.POSITIVE_INFINITY);
let indexBytesARecord = 0;
const startedAt = Date.now();
const pagesPerHost = new Map<string, number>();
const realTime = values['real-time'];
const tls = await selfSigned('*.bench.test');
const web = await startGeneratedWeb({
  tls,
  ...(realTime && { responseMs: RESPONSE_MS }),
  hosts: Number(values.hosts),
  pages,
  seed: 'bill',
  large: true,
  onPage: (host) => pagesPerHost.set(host, (pagesPerHost.get(host) ?? 0) + 1),
});
const engines = await openEngines(values.engine);
const workers: ChildProcess[] = [];
try {
  const clients = {
    dynamo: dynamoClient(engines.options('dynamodb')),
    s3: s3Client(engines.options('s3')),
    sqs: sqsClient(engines.options('elasticmq')),
  };
  const stack = await createStack(clients, engines.url('opensearch'));
  const runs = new Map<string, FunctionRun>();
  const call = await startWorkers(stack, runs);

  const made = await call('admin', { body: JSON.stringify({ action: 'create', settings: settings() }) });
  log(JSON.stringify(made.answer).slice(0, 120));
  await crawl(call, stack, runs);
  const objects = await storedObjects(clients.s3, stack);
  const searched = await runSearches(call, runs, Number(values.searches));

  const served = { ...web.served(), requests: web.requests(), strays: web.strays() };
  const control = await dynamoControl(clients.dynamo, stack.get('fetch')!.environment['CONTROL_TABLE']!).get(CRAWL);
  const faults = findFaults(served, control?.counts ?? {});
  indexBytesARecord = Math.round((await indexBytes(stack)) / pages);
  report(
    [...runs.values()].filter(({ name }) => name !== 'admin' && name !== 'search'),
    control?.counts ?? {},
    objects,
  );
  reportSearches(searched);
  for (const fault of faults) out(`WRONG: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  for (const worker of workers) if (worker.connected) worker.disconnect();
  await web.close();
  await engines.close();
}

type CallFunction = (name: string, event: unknown) => Promise<WorkerResult>;

async function startWorkers(stack: Map<string, StackFunction>, runs: Map<string, FunctionRun>): Promise<CallFunction> {
  const byName = new Map<string, ChildProcess>();
  for (const name of ['admin', 'dispatch', ...STAGES, 'search']) {
    const { environment, memoryMb } = stack.get(name)!;
    const worker = fork(join(import.meta.dirname, 'measure/bill-worker.ts'), [name], {
      env: {
        ...process.env,
        ...environment,
        ...engines.environment,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: `${memoryMb}`,
        BILL_BEGAN: `${startedAt}`,
        ...(realTime && { BILL_SLOWDOWN: '1' }),
        NODE_EXTRA_CA_CERTS: tls.file,
      },
    });
    workers.push(worker);
    byName.set(name, worker);
    await nextMessage(name, worker);
    runs.set(name, { name, memoryMb, calls: [], ...(name === 'fetch' && { visits: [] }) });
  }
  return async (name, event) => {
    const worker = byName.get(name)!;
    const message: WorkerCall = { event, timeoutMs: TIMEOUT_MS };
    worker.send(message);
    const result = (await nextMessage(name, worker)) as WorkerResult;
    for (const error of result.errors) log(`${name}: ${error}`);
    if (result.fault !== undefined) throw new Error(`${name}: ${result.fault}`);
    runs.get(name)!.calls.push(result);
    return result;
  };
}

/** @throws Error if the worker exits before it sends a message. */
async function nextMessage(name: string, worker: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const gone = once(worker, 'exit', over).then(([code]) => {
    throw new Error(`${name} ended with ${code}`);
  });
  gone.catch(() => {});
  const [answer] = await Promise.race([once(worker, 'message', over), gone]).finally(() => over.abort());
  return answer;
}

/** Repeats dispatch and the stages that follow it until no pages arrive any more. */
async function crawl(
  call: CallFunction,
  stack: Map<string, StackFunction>,
  runs: Map<string, FunctionRun>,
): Promise<void> {
  let lastPage = performance.now();
  for (let quiet = 0, round = 1; quiet < QUIET_ROUNDS; round++) {
    const before = web.served().pages;
    await call('dispatch', {});
    for (const name of STAGES) await drainQueue(name, stack.get(name)!, call, runs.get(name)!);
    const done = web.served().pages;
    log(`round ${round}: ${done} pages`);
    if (done !== before) lastPage = performance.now();
    const isOver = done === pages || performance.now() - lastPage > RETRY_WAIT_MS;
    quiet = done === before && isOver ? quiet + 1 : 0;
    await sleep(1_100);
  }
}

/** Calls a function with full batches, or with `--batch` messages, until its queue is empty. */
async function drainQueue(
  name: string,
  { source }: StackFunction,
  call: CallFunction,
  run: FunctionRun,
): Promise<void> {
  for (;;) {
    const batch = await receive(source!.url, Math.min(source!.batch, maxBatch));
    if (batch.length === 0) return;
    pagesPerHost.clear();
    const { answer } = await call(name, { Records: batch.map(toSqsRecord) });
    run.visits?.push([...pagesPerHost.values()]);
    const failed = new Set(
      (answer as { batchItemFailures: { itemIdentifier: string }[] }).batchItemFailures.map(
        (one) => one.itemIdentifier,
      ),
    );
    const done = batch.filter(({ MessageId }) => !failed.has(MessageId!));
    const Entries = done.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle }));
    if (Entries.length > 0) await sqsPoller().send(new DeleteMessageBatchCommand({ QueueUrl: source!.url, Entries }));
  }
}

async function receive(QueueUrl: string, maxMessages: number): Promise<Message[]> {
  const found: Message[] = [];
  while (found.length < maxMessages) {
    const MaxNumberOfMessages = Math.min(10, maxMessages - found.length);
    const { Messages = [] } = await sqsPoller().send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages, MessageSystemAttributeNames: ['All'] }),
    );
    if (Messages.length === 0) break;
    found.push(...Messages);
  }
  return found;
}

/** Converts a message to a record of an SQS event. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
function toSqsRecord({ MessageId, ReceiptHandle, Body, Attributes, MD5OfBody }: Message) {
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes,
    messageAttributes: {},
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    awsRegion: engines.environment['AWS_REGION'],
  };
}

/** Returns the client that plays the event source. Its requests are not metered; the functions count them, as on AWS. */
function sqsPoller() {
  sqsPoller.client ??= sqsClient(engines.options('elasticmq'));
  return sqsPoller.client;
}
sqsPoller.client = undefined as ReturnType<typeof sqsClient> | undefined;

function settings() {
  const topic = readFileSync(join(import.meta.dirname, '../demo/topic.txt'), 'utf8');
  return {
    crawl: CRAWL,
    seeds: Array.from({ length: Number(values.hosts) }, (_, host) => `https://h${host}.bench.test/`),
    scope: 'any',
    politeness: { hostPauseMs: realTime ? PAUSE_MS : 0, answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.bench.test': `127.0.0.1:${web.port}` } },
    topic: { filters: values['no-topic'] ? [] : [{ terms: 'topic.txt', termsText: topic }] },
  };
}

function report(functions: FunctionRun[], counts: Record<string, number>, objects: StoredObjects[]): void {
  const usage = { ...totalUsage(functions, pages), 's3.Lifecycle.moves': movesOf(objects) };
  const million = billOf(scaleUsage(usage, pages, 1e6));
  if (values.save !== undefined)
    writeFileSync(values.save, `${JSON.stringify(figures(functions, million), null, 2)}\n`);

  out(`${pages} pages of ${values.hosts} hosts; list prices of ${PRICES_AS_OF}, us-east-1, without free tiers`);
  out('');
  out('| meter | units per page | $ per million pages |');
  out('| --- | --: | --: |');
  for (const { unit, what, n, usd } of million.rows) {
    out(`| \`${unit}\`: ${what} | ${(n / 1e6).toPrecision(3)} | ${usd.toFixed(3)} |`);
  }
  out(`| **together** | | **${million.usd.toFixed(2)}** |`);
  out('');
  out(
    '| function | calls | CPU ms per page, measured | GB-s per 1,000 pages, modelled | operations, $ per million | compute, $ per million | memory after a call, maximum, MB |',
  );
  out('| --- | --: | --: | --: | --: | --: | --: |');
  for (const one of functions) {
    const { cpuMs, gbSeconds, operations, compute, rssMb } = summary(one);
    out(
      `| ${one.name} | ${one.calls.length} | ${(cpuMs / pages).toFixed(2)} | ${((gbSeconds * 1000) / pages).toFixed(2)} | ${operations.toFixed(3)} | ${compute.toFixed(3)} | ${rssMb.toFixed(0)} of ${one.memoryMb} |`,
    );
  }
  out('');
  out('| objects | per million pages | KB each | move to a colder class, $ per million |');
  out('| --- | --: | --: | --: |');
  for (const { folder, count, bytes, moved } of objects) {
    const moves = billOf({ 's3.moves': (moved * 1e6) / pages }).usd;
    out(
      `| ${folder} | ${Math.round((count * 1e6) / pages)} | ${(bytes / count / 1e3).toFixed(0)} | ${moves.toFixed(3)} |`,
    );
  }
  const fetch = functions.find(({ visits }) => visits)!;
  const visits = fetch.visits!.flat();
  out('');
  out(
    `visits: ${visits.length}, ${(pages / visits.length).toFixed(1)} pages each; ${(modelTime(fetch).busy * 100).toFixed(0)} % of the slots in fetch functions busy`,
  );
  out(
    `modelled: ${RESPONSE_MS} ms per response, ${PAUSE_MS} ms per pause, arm64 CPU ${ARM_CPU_FACTOR} times that of this machine`,
  );
  const own = usageFromCounts(counts);
  out(
    `usage in the control item, without compute: ${formatUsd(billOf({ ...own, 'lambda.gb-s': 0 }).usd)}; usage in the logged runs: ${formatUsd(billOf({ ...usage, 'lambda.run.gb-s': 0, 'network.Fetch.bytes-out': 0, 's3.Lifecycle.moves': 0 }).usd)}`,
  );
  if (!values.all) return;
  out(JSON.stringify({ control: own, runs: sumByUnit(usage) }));
  for (const one of functions) {
    for (const [name, n] of Object.entries(functionUsage(one)).sort())
      out(`${one.name} ${name} ${(n / pages).toFixed(4)}`);
  }
}

/** Objects of a folder. `moved`: number of them that a lifecycle rule of the template moves to a colder class. */
type StoredObjects = { folder: string; count: number; bytes: number; moved: number };

async function storedObjects(client: S3Client, stack: Map<string, StackFunction>): Promise<StoredObjects[]> {
  const { RAW_BUCKET, DATA_BUCKET } = stack.get('fetch')!.environment;
  const cold = coldFolders();
  const sums: StoredObjects[] = [];
  for (const [Bucket, folder] of [
    [RAW_BUCKET, 'raw/'],
    [DATA_BUCKET, 'clean/'],
    [DATA_BUCKET, 'records/'],
  ] as const) {
    const isMoved = (size: number) => size > (cold.get(folder) ?? Number.POSITIVE_INFINITY);
    const sum = { folder, count: 0, bytes: 0, moved: 0 };
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: folder })) {
      sum.count += Contents.length;
      for (const { Size = 0 } of Contents) {
        sum.bytes += Size;
        if (isMoved(Size)) sum.moved++;
      }
    }
    sums.push(sum);
  }
  return sums;
}

function movesOf(objects: readonly StoredObjects[]): number {
  return objects.reduce((sum, { moved }) => sum + moved, 0);
}

/** Asks the search pages, as readers do. @returns the run of the function without its first call, which loads code. */
async function runSearches(call: CallFunction, runs: Map<string, FunctionRun>, count: number): Promise<FunctionRun> {
  const words = ['carnivorous plant', 'sundew', 'pitcher', 'bog', 'Sarracenia'];
  for (let i = 0; i <= count; i++) {
    const query = new URLSearchParams({ q: words[i % words.length]!, crawl: CRAWL, page: `${1 + (i % 3)}` });
    const { answer } = await call('search', searchEvent(query));
    const { statusCode, body } = answer as { statusCode: number; body: string };
    if (statusCode !== 200) throw new Error(`search: ${statusCode} ${body.slice(0, 200)}`);
  }
  const run = runs.get('search')!;
  return { ...run, calls: run.calls.slice(1) };
}

/** An event of an HTTP API. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
function searchEvent(query: URLSearchParams) {
  return {
    version: '2.0',
    routeKey: 'GET /{path+}',
    rawPath: '/search',
    rawQueryString: `${query}`,
    headers: { host: 'bill.example', accept: 'text/html' },
    requestContext: {
      domainName: 'bill.example',
      http: { method: 'GET', path: '/search', sourceIp: '192.0.2.1', protocol: 'HTTP/1.1', userAgent: 'bench' },
    },
    isBase64Encoded: false,
  };
}

function reportSearches(run: FunctionRun): void {
  const count = run.calls.length;
  if (count === 0) return;
  const usage = { ...functionUsage(run), 'lambda.run.invocations': count, 'api.Http.requests': count };
  const { rows, usd } = billOf(scaleUsage(usage, count, 1e6));
  const { cpuMs, seconds } = modelTime(run);
  out('');
  out(
    `a million searches: ${usd.toFixed(2)} $ (${rows.map(({ unit, usd }) => `${unit} ${usd.toFixed(2)}`).join(', ')}); ${(cpuMs / count).toFixed(1)} ms of CPU measured, ${((seconds * 1000) / count).toFixed(0)} ms modelled each, without data transfer`,
  );
}

/** Creates a key and a certificate, trusted by functions that get its file. */
async function selfSigned(name: string): Promise<{ key: string; cert: string; file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'thresher-bill-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', file, ...subject]);
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}

/** Returns the disk usage of the records in the search engine, in bytes, without a forced merge. */
async function indexBytes(stack: Map<string, StackFunction>): Promise<number> {
  const prefix = stack.get('index-records')!.environment['SEARCH_PREFIX']!;
  const url = `${engines.url('opensearch')}/${searchAlias(prefix, CRAWL)}`;
  await (await fetch(`${url}/_flush`, { method: 'POST' })).body?.cancel();
  const { indices = {} } = (await (await fetch(`${url}/_stats/store`)).json()) as {
    indices?: Record<string, { primaries: { store: { size_in_bytes: number } } }>;
  };
  const sizes = Object.values(indices).map(({ primaries }) => primaries.store.size_in_bytes);
  if (sizes.length === 0) throw new Error(`there is no index ${url}`);
  return Math.max(...sizes);
}

/** Figures that `--save` writes. Input of `bench/scale.ts`. */
export type Figures = ReturnType<typeof figures>;

function figures(functions: FunctionRun[], million: Bill) {
  const visits = functions
    .find(({ visits }) => visits)!
    .visits!.flat()
    .filter((pages) => pages > 0);
  return {
    on: new Date().toISOString().slice(0, 10),
    pages,
    hosts: Number(values.hosts),
    visits: visits.length,
    usdAMillionPages: fourDigits(million.usd),
    indexBytesARecord,
    byUnit: Object.fromEntries(million.rows.map(({ unit, usd }) => [unit, fourDigits(usd)])),
    functions: functions.map((one) => ({
      name: one.name,
      memoryMb: one.memoryMb,
      cpuMsAPage: fourDigits(modelTime(one).cpuMs / pages),
      secondsAPage: fourDigits(modelTime(one).seconds / pages),
      busy: fourDigits(modelTime(one).busy),
      usageAPage: Object.fromEntries(
        Object.entries(functionUsage(one))
          .filter(([name]) => !name.startsWith('lambda.'))
          .map(([name, n]) => [name, fourDigits(n / pages)]),
      ),
    })),
  };
}

function fourDigits(n: number): number {
  return Number(n.toPrecision(4));
}

function summary(one: FunctionRun) {
  const bill = billOf(scaleUsage(functionUsage(one), pages, 1e6));
  const compute = bill.rows.filter(({ unit }) => unit === 'lambda.gb-s').reduce((sum, { usd }) => sum + usd, 0);
  const { gbSeconds, cpuMs } = modelTime(one);
  const rssMb = Math.max(0, ...one.calls.map(({ rssMb }) => rssMb));
  return { name: one.name, calls: one.calls.length, cpuMs, gbSeconds, compute, operations: bill.usd - compute, rssMb };
}

function findFaults(
  served: { pages: number; again: number; strays: number },
  counts: Record<string, number>,
): string[] {
  const rules: [boolean, string][] = [
    [served.pages === pages, `${served.pages} of ${pages} pages were requested`],
    [served.again === 0, `${served.again} repeated requests for pages`],
    [served.strays === 0, `${served.strays} requests for URLs that are not pages`],
    [counts['pages'] === pages, `${counts['pages'] ?? 0} pages counted as fetched`],
    [counts['record.seen'] === pages, `${counts['record.seen'] ?? 0} records were written`],
  ];
  return rules.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}
