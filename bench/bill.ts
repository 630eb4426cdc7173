/*
 * What a million pages cost on AWS, counted: `node bench/bill.ts [--pages 20000 --hosts 400 --save FILE]`.
 *
 * Crawls a generated web (100 KB a page, 26 KB as sent, 60 links, robots.txt obeyed, no pauses, all on topic) with the
 * handlers of the stack, each in a process of its own with the environment that the synthesised template gives it. Messages
 * come in batches as its event sources would bring them; tables, queues, buckets and the search engine are real servers.
 * Requests and units are counted by the meter, CPU is measured; how long functions wait is modelled (`bill-model.ts`).
 * Fails when a page is missing, was fetched twice, or has no record.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { dynamoClient, s3Client, sqsClient } from '../shared/aws/clients.ts';
import { dynamoControl } from '../shared/aws/dynamo/dynamo-control.ts';
import { type Bill, billOf, money, scaled } from '../shared/meter/bill.ts';
import { PRICES_AS_OF } from '../shared/meter/prices.ts';
import { byUnit, usageOfCounts } from '../shared/meter/usage.ts';
import { startGeneratedWeb } from './data/generated-web.ts';
import { openEngines } from './measure/bill-engines.ts';
import { ARM, FETCH_MS, type FunctionRun, PAUSE_MS, timeOf, usageOf, usageOfOne } from './measure/bill-model.ts';
import { raiseStack, type StackFunction } from './measure/bill-stack.ts';
import type { Call, Called } from './measure/bill-worker.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    hosts: { type: 'string', default: '400' },
    /** A file for the figures, as JSON. */
    save: { type: 'string' },
    /** Units of every operation of every function. */
    all: { type: 'boolean', default: false },
    /** Servers that run already: `dynamodb=URL`, `elasticmq=URL`, `s3=URL`, `opensearch=URL`. */
    engine: { type: 'string', multiple: true, default: [] },
  },
});

const CRAWL = 'bill';
const STAGES = ['fetch', 'clean', 'classify', 'index-records'];
const TIMEOUT_MS = 1_200_000;
/** Rounds in a row without a page before the crawl counts as done: a released host opens a second later. */
const QUIET_ROUNDS = 3;
/** A host whose visit failed for a busy machine is sent again after five minutes. */
const PATIENCE_MS = 330_000;

const out = (line: string) => void process.stdout.write(`${line}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

const pages = Number(values.pages);
let indexBytesARecord = 0;
const began = Date.now();
const perHost = new Map<string, number>();
const web = await startGeneratedWeb({
  hosts: Number(values.hosts),
  pages,
  seed: 'bill',
  large: true,
  onPage: (host) => perHost.set(host, (perHost.get(host) ?? 0) + 1),
});
const engines = await openEngines(values.engine);
const workers: ChildProcess[] = [];
try {
  const clients = {
    dynamo: dynamoClient(engines.options('dynamodb')),
    s3: s3Client(engines.options('s3')),
    sqs: sqsClient(engines.options('elasticmq')),
  };
  const stack = await raiseStack(clients, engines.url('opensearch'));
  const runs = new Map<string, FunctionRun>();
  const call = await startWorkers(stack, runs);

  const made = await call('admin', { body: JSON.stringify({ action: 'create', settings: settings() }) });
  say(JSON.stringify(made.answer).slice(0, 120));
  await crawl(call, stack, runs);

  const asked = { ...web.served(), requests: web.requests(), strays: web.strays() };
  const control = await dynamoControl(clients.dynamo, stack.get('fetch')!.environment['CONTROL_TABLE']!).get(CRAWL);
  const faults = faultsOf(asked, control?.counts ?? {});
  indexBytesARecord = Math.round((await indexBytes()) / pages);
  report(
    [...runs.values()].filter(({ name }) => name !== 'admin'),
    control?.counts ?? {},
  );
  for (const fault of faults) out(`WRONG: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  for (const worker of workers) if (worker.connected) worker.disconnect();
  await web.close();
  await engines.close();
}

type CallOf = (name: string, event: unknown) => Promise<Called>;

async function startWorkers(stack: Map<string, StackFunction>, runs: Map<string, FunctionRun>): Promise<CallOf> {
  const byName = new Map<string, ChildProcess>();
  for (const name of ['admin', 'dispatch', ...STAGES]) {
    const { environment, memoryMb } = stack.get(name)!;
    const worker = fork(join(import.meta.dirname, 'measure/bill-worker.ts'), [name], {
      env: {
        ...process.env,
        ...environment,
        ...engines.environment,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: `${memoryMb}`,
        BILL_BEGAN: `${began}`,
      },
    });
    workers.push(worker);
    byName.set(name, worker);
    await answerOf(name, worker);
    runs.set(name, { name, memoryMb, calls: [], ...(name === 'fetch' && { visits: [] }) });
  }
  return async (name, event) => {
    const worker = byName.get(name)!;
    const message: Call = { event, timeoutMs: TIMEOUT_MS };
    worker.send(message);
    const called = (await answerOf(name, worker)) as Called;
    for (const error of called.errors) say(`${name}: ${error}`);
    if (called.fault !== undefined) throw new Error(`${name}: ${called.fault}`);
    runs.get(name)!.calls.push(called);
    return called;
  };
}

/** @throws when it ends instead. */
async function answerOf(name: string, worker: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const gone = once(worker, 'exit', over).then(([code]) => {
    throw new Error(`${name} ended with ${code}`);
  });
  gone.catch(() => {});
  const [answer] = await Promise.race([once(worker, 'message', over), gone]).finally(() => over.abort());
  return answer;
}

/** Rounds as the stack has them: dispatch, and then what it sent through all stages. */
async function crawl(call: CallOf, stack: Map<string, StackFunction>, runs: Map<string, FunctionRun>): Promise<void> {
  let lastPage = performance.now();
  for (let quiet = 0, round = 1; quiet < QUIET_ROUNDS; round++) {
    const before = web.served().pages;
    await call('dispatch', {});
    for (const name of STAGES) await workOff(name, stack.get(name)!, call, runs.get(name)!);
    const done = web.served().pages;
    say(`round ${round}: ${done} pages`);
    if (done !== before) lastPage = performance.now();
    const isOver = done === pages || performance.now() - lastPage > PATIENCE_MS;
    quiet = done === before && isOver ? quiet + 1 : 0;
    await sleep(1_100);
  }
}

/** All that waits in front of a function, in full batches. */
async function workOff(name: string, { source }: StackFunction, call: CallOf, run: FunctionRun): Promise<void> {
  for (;;) {
    const batch = await receive(source!.url, source!.batch);
    if (batch.length === 0) return;
    perHost.clear();
    const { answer } = await call(name, { Records: batch.map(recordOf) });
    run.visits?.push([...perHost.values()]);
    const failed = new Set(
      (answer as { batchItemFailures: { itemIdentifier: string }[] }).batchItemFailures.map(
        (one) => one.itemIdentifier,
      ),
    );
    const done = batch.filter(({ MessageId }) => !failed.has(MessageId!));
    const Entries = done.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle }));
    if (Entries.length > 0) await poller().send(new DeleteMessageBatchCommand({ QueueUrl: source!.url, Entries }));
  }
}

async function receive(QueueUrl: string, most: number): Promise<Message[]> {
  const found: Message[] = [];
  while (found.length < most) {
    const MaxNumberOfMessages = Math.min(10, most - found.length);
    const { Messages = [] } = await poller().send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages, MessageSystemAttributeNames: ['All'] }),
    );
    if (Messages.length === 0) break;
    found.push(...Messages);
  }
  return found;
}

/** As the service writes it. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
function recordOf({ MessageId, ReceiptHandle, Body, Attributes, MD5OfBody }: Message) {
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

/** The service's own client: what it asks is counted by the functions, as it cannot be metered on AWS either. */
function poller() {
  poller.client ??= sqsClient(engines.options('elasticmq'));
  return poller.client;
}
poller.client = undefined as ReturnType<typeof sqsClient> | undefined;

function settings() {
  const topic = readFileSync(join(import.meta.dirname, '../demo/topic.txt'), 'utf8');
  return {
    crawl: CRAWL,
    seeds: Array.from({ length: Number(values.hosts) }, (_, host) => `http://h${host}.bench.test/`),
    scope: 'any',
    politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.bench.test': `127.0.0.1:${web.port}` } },
    topic: { filters: [{ terms: 'topic.txt', termsText: topic }] },
  };
}

function report(functions: FunctionRun[], counts: Record<string, number>): void {
  const usage = usageOf(functions, pages);
  const million = billOf(scaled(usage, pages, 1e6));
  if (values.save !== undefined)
    writeFileSync(values.save, `${JSON.stringify(figures(functions, million), null, 2)}\n`);

  out(`${pages} pages of ${values.hosts} hosts; list prices of ${PRICES_AS_OF}, us-east-1, without free tiers`);
  out('');
  out('| what | units a page | $ per million pages |');
  out('| --- | --: | --: |');
  for (const { unit, what, n, usd } of million.rows) {
    out(`| \`${unit}\`: ${what} | ${(n / 1e6).toPrecision(3)} | ${usd.toFixed(3)} |`);
  }
  out(`| **together** | | **${million.usd.toFixed(2)}** |`);
  out('');
  out(
    '| function | calls | CPU ms a page, measured | GB-s per 1,000 pages, modelled | operations, $ per million | compute, $ per million | memory after a call, at most, MB |',
  );
  out('| --- | --: | --: | --: | --: | --: | --: |');
  for (const one of functions) {
    const { cpuMs, gbSeconds, operations, compute, rssMb } = summary(one);
    out(
      `| ${one.name} | ${one.calls.length} | ${(cpuMs / pages).toFixed(2)} | ${((gbSeconds * 1000) / pages).toFixed(2)} | ${operations.toFixed(3)} | ${compute.toFixed(3)} | ${rssMb.toFixed(0)} of ${one.memoryMb} |`,
    );
  }
  const fetch = functions.find(({ visits }) => visits)!;
  const visits = fetch.visits!.flat();
  out('');
  out(
    `visits: ${visits.length}, ${(pages / visits.length).toFixed(1)} pages each; ${(timeOf(fetch).busy * 100).toFixed(0)} % of the places in fetch functions busy`,
  );
  out(`modelled: ${FETCH_MS} ms an answer, ${PAUSE_MS} ms of pause, CPU of arm64 ${ARM} times that of this machine`);
  const own = usageOfCounts(counts);
  out(
    `the control item says ${money(billOf({ ...own, 'lambda.gb-s': 0 }).usd)} without compute; the runs' own lines ${money(billOf({ ...usage, 'lambda.run.gb-s': 0, 'network.Fetch.bytes-out': 0 }).usd)}`,
  );
  if (!values.all) return;
  out(JSON.stringify({ control: own, runs: byUnit(usage) }));
  for (const one of functions) {
    for (const [name, n] of Object.entries(usageOfOne(one)).sort())
      out(`${one.name} ${name} ${(n / pages).toFixed(4)}`);
  }
}

/** What the records take on the engine's disk, merged as far as it merged them by itself. */
async function indexBytes(): Promise<number> {
  const url = `${engines.url('opensearch')}/*-${CRAWL}-*`;
  await (await fetch(`${url}/_flush`, { method: 'POST' })).body?.cancel();
  const stats = (await (await fetch(`${url}/_stats/store`)).json()) as {
    indices: Record<string, { primaries: { store: { size_in_bytes: number } } }>;
  };
  return Math.max(0, ...Object.values(stats.indices).map(({ primaries }) => primaries.store.size_in_bytes));
}

/** What `bench/scale.ts` and the documentation go on from. */
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
    usdAMillionPages: digits(million.usd),
    indexBytesARecord,
    byUnit: Object.fromEntries(million.rows.map(({ unit, usd }) => [unit, digits(usd)])),
    functions: functions.map((one) => ({
      name: one.name,
      memoryMb: one.memoryMb,
      cpuMsAPage: digits(timeOf(one).cpuMs / pages),
      secondsAPage: digits(timeOf(one).seconds / pages),
      busy: digits(timeOf(one).busy),
      usageAPage: Object.fromEntries(
        Object.entries(usageOfOne(one))
          .filter(([name]) => !name.startsWith('lambda.'))
          .map(([name, n]) => [name, digits(n / pages)]),
      ),
    })),
  };
}

function digits(n: number): number {
  return Number(n.toPrecision(4));
}

function summary(one: FunctionRun) {
  const bill = billOf(scaled(usageOfOne(one), pages, 1e6));
  const compute = bill.rows.filter(({ unit }) => unit === 'lambda.gb-s').reduce((sum, { usd }) => sum + usd, 0);
  const { gbSeconds, cpuMs } = timeOf(one);
  const rssMb = Math.max(0, ...one.calls.map(({ rssMb }) => rssMb));
  return { name: one.name, calls: one.calls.length, cpuMs, gbSeconds, compute, operations: bill.usd - compute, rssMb };
}

function faultsOf(asked: { pages: number; again: number; strays: number }, counts: Record<string, number>): string[] {
  const rules: [boolean, string][] = [
    [asked.pages === pages, `${asked.pages} of ${pages} pages were asked for`],
    [asked.again === 0, `${asked.again} pages were asked for again`],
    [asked.strays === 0, `${asked.strays} requests for what is no page`],
    [counts['pages'] === pages, `${counts['pages'] ?? 0} pages count as fetched`],
    [counts['record.seen'] === pages, `${counts['record.seen'] ?? 0} records were written`],
  ];
  return rules.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}
