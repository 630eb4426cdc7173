import { Duration, Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { authorizerOf } from './access.ts';
import { acknowledgeFindings } from './acknowledged.ts';
import { Watch } from './alarms.ts';
import { Api } from './api.ts';
import { Budget } from './budget.ts';
import type { HandlerName } from './bundle.ts';
import { CrawlSchedules } from './crawl-schedules.ts';
import { Board } from './dashboard.ts';
import { Handler } from './handler.ts';
import { Metrics } from './metrics.ts';
import { uniqueName } from './names.ts';
import type { Options } from './options.ts';
import { tellWhatNext } from './outputs.ts';
import {
  allowAdmin,
  allowClassify,
  allowClean,
  allowDispatch,
  allowFetch,
  allowIndex,
  allowPages,
  allowSecrets,
} from './permissions.ts';
import { EachMinute } from './schedule.ts';
import { Search } from './search.ts';
import { Storage } from './storage.ts';
import { Worker } from './worker.ts';

/**
 * Hosts of one visits message, and messages of one call: a call waits for all of them together, and waiting is most of
 * what a page costs, shared by so many (`node bench/bill.ts`).
 */
const HOSTS_A_MESSAGE = 20;
const VISITS_A_BATCH = 8;

/** A notice of an object is kept for a week before it is given up, and two weeks after. */
const NOTICE = { retention: Duration.days(7), keepsGivenUp: true };

/**
 * The crawler on AWS: `frontier → dispatch → [visits] → fetch → [captures] → clean → [documents] → classify → [records] →
 * index → search engine`. What a stage is, is told in docs/architecture.md; what the stack is, in docs/aws.md.
 */
export class ThresherStack extends Stack {
  constructor(scope: Construct, id: string, options: Options, codeOf: (name: HandlerName) => Code) {
    super(scope, id, { description: 'Thresher: a focused crawler and its search engine' });
    const { concurrency } = options;
    const storage = new Storage(this, 'Storage', options);
    const search = options.search === 'none' ? undefined : new Search(this, 'Search', options);

    const environment = {
      RAW_BUCKET: storage.raw.bucketName,
      DATA_BUCKET: storage.data.bucketName,
      LOCKS_TABLE: storage.locks.tableName,
      ROBOTS_TABLE: storage.robots.tableName,
      HEADS_TABLE: storage.heads.tableName,
      BUNDLES_TABLE: storage.bundles.tableName,
      INBOX_TABLE: storage.inbox.tableName,
      CONTROL_TABLE: storage.control.tableName,
      GROUPING: options.grouping,
    };
    const index =
      search &&
      new Worker(this, 'Index', {
        ...NOTICE,
        code: codeOf('index-records'),
        environment: { ...environment, ...search?.environment },
        memoryMb: 1_024,
        timeout: Duration.seconds(120),
        batchSize: 5,
        batchWindow: Duration.seconds(5),
        maxConcurrency: concurrency.index,
      });
    const toIndex = index && { RECORDS_QUEUE_URL: index.queue.queueUrl };
    const classify = new Worker(this, 'Classify', {
      ...NOTICE,
      code: codeOf('classify'),
      environment: { ...environment, ...toIndex },
      memoryMb: 1_024,
      timeout: Duration.seconds(120),
      batchSize: 5,
      batchWindow: Duration.seconds(10),
      maxConcurrency: concurrency.classify,
    });
    const clean = new Worker(this, 'Clean', {
      ...NOTICE,
      code: codeOf('clean'),
      environment: { ...environment, DOCUMENTS_QUEUE_URL: classify.queue.queueUrl },
      memoryMb: 1_769,
      timeout: Duration.seconds(120),
      batchSize: 5,
      batchWindow: Duration.seconds(5),
      maxConcurrency: concurrency.clean,
    });
    const fetch = new Worker(this, 'Fetch', {
      // Hints: what gets lost here, the frontier sends again. Older ones would only be refused.
      retention: Duration.minutes(15),
      keepsGivenUp: false,
      code: codeOf('fetch'),
      environment: { ...environment, CAPTURES_QUEUE_URL: clean.queue.queueUrl },
      memoryMb: 1_024,
      timeout: Duration.seconds(300),
      batchSize: VISITS_A_BATCH,
      batchWindow: Duration.seconds(1),
      maxConcurrency: concurrency.fetch,
    });
    const dispatch = new Handler(this, 'Dispatch', {
      code: codeOf('dispatch'),
      environment: {
        ...environment,
        VISITS_QUEUE_URL: fetch.queue.queueUrl,
        HOSTS_A_MESSAGE: `${HOSTS_A_MESSAGE}`,
        SLOTS: `${HOSTS_A_MESSAGE * VISITS_A_BATCH * concurrency.fetch}`,
      },
      memoryMb: 512,
      timeout: Duration.seconds(50),
    });
    const pages =
      search &&
      new Handler(this, 'Pages', {
        code: codeOf('search'),
        environment: { ...environment, ...search?.environment },
        memoryMb: 1_024,
        timeout: Duration.seconds(10),
      });
    const name = uniqueName(options.stackName);
    const schedules = new CrawlSchedules(this, 'CrawlSchedules', name);
    const admin = new Handler(this, 'Admin', {
      code: codeOf('admin'),
      environment: { ...environment, ...toIndex, ...search?.environment, ...schedules.environment },
      memoryMb: 512,
      // The gateway waits 30 s; a schedule's call has the hosts of a whole crawl to tell.
      timeout: Duration.minutes(15),
    });
    schedules.mayCall(admin);

    allowDispatch(dispatch, storage, fetch);
    allowFetch(fetch.handler, storage, clean);
    allowSecrets(fetch.handler, options.secrets);
    allowClean(clean.handler, storage, classify);
    allowClassify(classify.handler, storage, index);
    if (index) allowIndex(index, storage);
    if (pages) allowPages(pages, storage);
    allowAdmin(admin, storage, schedules, index);
    if (index) search?.openToWriter(index.handler);
    for (const handler of [pages, admin]) if (handler) search?.openToReader(handler);

    new EachMinute(this, 'EachMinute', dispatch);
    const api = new Api(this, 'Api', {
      search: pages,
      readers: authorizerOf(options),
      admin,
      rate: options.searchRate,
      burst: options.searchBurst,
    });
    const stages = { Clean: clean, Classify: classify, ...(index && { Index: index }) };
    const metrics = new Metrics(this, 'Metrics', {
      name,
      dispatch,
      fetch: fetch.handler,
      ...(index && { index: index.handler }),
    });
    const email = options.alarmEmail;
    const { alarms } = new Watch(this, 'Watch', { dispatch, fetch, stages, search, metrics, email });
    new Board(this, 'Board', {
      name,
      alarms,
      metrics,
      workers: { Fetch: fetch, ...stages },
      handlers: { Fetch: fetch.handler, Clean: clean.handler, Classify: classify.handler, Dispatch: dispatch },
      storage,
    });
    if (options.budgetUsd !== undefined) {
      new Budget(this, 'Budget', { name, usd: options.budgetUsd, email: options.alarmEmail });
    }
    acknowledgeFindings(this, { storage, search, schedules: name, options });
    tellWhatNext(this, { apiUrl: api.url, storage, search: search !== undefined });
  }
}
