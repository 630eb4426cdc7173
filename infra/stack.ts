import { type CfnResource, Duration, PermissionsBoundary, Stack, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DailyCall } from '../shared/ports/schedules.ts';
import { OPTIONS_METADATA } from '../shared/settings/stack/context.ts';
import { acknowledgeFindings } from './acknowledged-findings.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { BudgetAlert } from './budget.ts';
import type { HandlerName } from './bundle.ts';
import { CrawlSchedules } from './crawl-schedules.ts';
import { StackDashboard } from './dashboard.ts';
import { FixedSchedule } from './fixed-schedule.ts';
import { Handler } from './handler.ts';
import { Metrics } from './metrics.ts';
import { uniqueName } from './names.ts';
import { type DeploymentOptions, requestedOptions } from './options.ts';
import { addOutputs } from './outputs.ts';
import { grantPermissions } from './permissions.ts';
import { Search } from './search.ts';
import { annotationAuthorizer, searchAuthorizer } from './search-authorizer.ts';
import { Storage } from './storage.ts';
import type { Worker } from './worker.ts';
import {
  createWorkers,
  HOSTS_PER_MESSAGE,
  stageQueuesOf,
  VISITS_PER_BATCH,
  type WorkerContext,
  type Workers,
} from './workers.ts';

/**
 * Maximum age of a call of dispatch that waits for a free function. The minimum of Lambda. By default Lambda retries throttled calls for six
 * hours, and hundreds of them would run at once when the throttling ends. Each minute has a call of its own.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
const DISPATCH_EVENT_AGE = Duration.seconds(60);

/** The functions without a queue. `pages` is undefined if the stack has no search. */
type Handlers = { dispatch: Handler; pages: Handler | undefined; admin: Handler };

/**
 * The crawler on AWS: `frontier → dispatch → [visits] → fetch → [captures] → clean → [documents] → classify → [records] →
 * index → search engine`. docs/architecture.md describes the stages, docs/aws.md the stack.
 */
export class ThresherStack extends Stack {
  constructor(scope: Construct, id: string, options: DeploymentOptions, codeOf: (name: HandlerName) => Code) {
    super(scope, id, {
      description: 'Thresher: a focused crawler and its search engine',
      tags: options.tags,
      ...boundaryOf(options),
    });
    const name = uniqueName(options.stackName);
    const storage = new Storage(this, 'Storage', options);
    const search = options.search === 'none' ? undefined : new Search(this, 'Search', options);
    const environment = commonEnvironment(storage, options);
    const context: WorkerContext = { options, codeOf, environment, search };
    const workers = createWorkers(this, context);
    const schedules = new CrawlSchedules(this, 'CrawlSchedules', name);
    const handlers = this.createHandlers(context, workers, schedules);

    grantPermissions({
      storage,
      schedules,
      search,
      secrets: options.secrets,
      alertSecrets: options.alertSecrets,
      workers,
      ...handlers,
    });
    handlers.dispatch.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: DISPATCH_EVENT_AGE });
    new FixedSchedule(this, 'EachMinute', { target: handlers.dispatch, rate: 'rate(1 minute)' });
    const daily: DailyCall = { resend: true };
    new FixedSchedule(this, 'EachDay', { target: handlers.admin, rate: 'rate(1 day)', input: daily });
    const api = new Api(this, 'Api', {
      search: handlers.pages,
      searchAuthorizer: searchAuthorizer(options),
      annotationAuthorizer: annotationAuthorizer(options),
      searchAccess: options.searchAccess,
      admin: handlers.admin,
      rate: options.searchRate,
      burst: options.searchBurst,
      origins: options.searchOrigins,
    });
    const monitoring = this.addMonitoring({ name, options, storage, search }, workers, handlers);
    acknowledgeFindings(this, { storage, search, schedules: name, options });
    addOutputs(this, { apiUrl: api.url, storage, search, ...monitoring });
    this.keepOptions(handlers.dispatch);
  }

  /**
   * Keeps the requested options in the template. CloudFormation does not update the metadata of a template by itself. The metadata of a
   * resource is a change of it, so the template also changes if a quota lowers an option to the value that the stack has.
   */
  private keepOptions({ lambda }: Handler): void {
    const options = requestedOptions(this.node);
    this.templateOptions.metadata = { [OPTIONS_METADATA]: options };
    (lambda.node.defaultChild as CfnResource).addMetadata(OPTIONS_METADATA, options);
  }

  private createHandlers(
    { options, codeOf, environment, search }: WorkerContext,
    workers: Workers,
    schedules: CrawlSchedules,
  ): Handlers {
    const dispatch = new Handler(this, 'Dispatch', {
      code: codeOf('dispatch'),
      environment: {
        ...environment,
        VISITS_QUEUE_URL: workers.fetch.queue.queueUrl,
        CAPTURES_QUEUE_URL: workers.clean.queue.queueUrl,
        DOCUMENTS_QUEUE_URL: workers.classify.queue.queueUrl,
        HOSTS_PER_MESSAGE: `${HOSTS_PER_MESSAGE}`,
        ROUNDS: 'repeated',
        SLOTS: `${HOSTS_PER_MESSAGE * VISITS_PER_BATCH * options.concurrency.fetch}`,
      },
      memoryMb: dispatchMemoryMb(options.concurrency.fetch),
      timeout: Duration.seconds(50),
    });
    const pages =
      search &&
      new Handler(this, 'Pages', {
        code: codeOf('search'),
        environment: {
          ...environment,
          ...stageQueuesOf(workers),
          ...search.environment,
          SEARCH_LANGUAGE: options.searchLanguage,
          ...(options.annotatorClaim && { ANNOTATOR_CLAIM: options.annotatorClaim }),
          ...(options.searchOrigins.length > 0 && { SEARCH_ORIGINS: options.searchOrigins.join(',') }),
        },
        memoryMb: 1_024,
        timeout: Duration.seconds(10),
      });
    const admin = new Handler(this, 'Admin', {
      code: codeOf('admin'),
      environment: {
        ...environment,
        ...stageQueuesOf(workers),
        ...search?.environment,
        ...schedules.environment,
        STACK_NAME: this.stackName,
      },
      memoryMb: 512,
      // The gateway times out after 30 s, but the call of a schedule notifies all hosts of a crawl.
      timeout: Duration.minutes(15),
    });
    schedules.allowToCall(admin);
    return { dispatch, pages, admin };
  }

  /** @returns URL of the dashboard, and ARN of the topic that gets the alarms: undefined without an address */
  private addMonitoring(
    {
      name,
      options,
      storage,
      search,
    }: { name: string; options: DeploymentOptions; storage: Storage; search: Search | undefined },
    { fetch, clean, classify, index }: Workers,
    { dispatch, pages, admin }: Handlers,
  ): { dashboard: string; alarmTopic: string | undefined } {
    const stages: Record<string, Worker> = { Clean: clean, Classify: classify, ...(index && { Index: index }) };
    const metrics = new Metrics(this, 'Metrics', {
      name,
      dispatch,
      fetch: fetch.handler,
      ...(index && { index: index.handler }),
      answering: { Admin: admin, ...(pages && { Pages: pages }) },
    });
    const email = options.alarmEmail;
    const { alarms, topicArn } = new Alarms(this, 'Watch', { dispatch, fetch, stages, search, metrics, email });
    const board = new StackDashboard(this, 'Board', {
      name,
      alarms,
      metrics,
      workers: { Fetch: fetch, ...stages },
      handlers: { Fetch: fetch.handler, Clean: clean.handler, Classify: classify.handler, Dispatch: dispatch },
      logged: [dispatch, fetch.handler, ...Object.values(stages).map(({ handler }) => handler), admin, pages].filter(
        (handler) => handler !== undefined,
      ),
      storage,
    });
    const { region, budgetUsd: usd } = options;
    if (usd !== undefined) new BudgetAlert(this, 'Budget', { region, usd, email });
    return { dashboard: board.url, alarmTopic: topicArn };
  }
}

/**
 * Memory of dispatch. A round lists three hosts for each that the fetch functions can visit at once, if so many are due: 215 MB for 40,000
 * and 700 MB for the 400,000 of `maxFetch=1000`, besides the SDK.
 */
const dispatchMemoryMb = (maxFetch: number): number => 512 + 3 * Math.max(0, maxFetch - 100);

/** A boundary that every role of the stack gets: some accounts refuse roles without one. */
function boundaryOf({ permissionsBoundary: policy }: DeploymentOptions): Pick<StackProps, 'permissionsBoundary'> {
  if (!policy) return {};
  const { fromArn, fromName } = PermissionsBoundary;
  return { permissionsBoundary: policy.startsWith('arn:') ? fromArn(policy) : fromName(policy) };
}

/** Environment variables of every function. */
function commonEnvironment(storage: Storage, options: DeploymentOptions): Record<string, string> {
  return {
    RAW_BUCKET: storage.raw.bucketName,
    DATA_BUCKET: storage.data.bucketName,
    LOCKS_TABLE: storage.locks.tableName,
    ROBOTS_TABLE: storage.robots.tableName,
    HEADS_TABLE: storage.heads.tableName,
    BUNDLES_TABLE: storage.bundles.tableName,
    INBOX_TABLE: storage.inbox.tableName,
    CONTROL_TABLE: storage.control.tableName,
    ANNOTATIONS_TABLE: storage.annotations.tableName,
    GROUPING: options.grouping,
  };
}
