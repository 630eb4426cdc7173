import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { CrawlSchedules } from './crawl-schedules.ts';
import type { Handler } from './handler.ts';
import type { Search } from './search.ts';
import type { Storage } from './storage.ts';
import type { Worker } from './worker.ts';
import type { Workers } from './workers.ts';

/*
 * The permissions of each function, action by action, as its code uses the adapters in `shared/aws/`.
 * `test/infra/permissions.test.ts` compares them with the code that each function can reach, in both directions. The only
 * wildcards are object keys and schedule names, which are chosen at run time, and the random ends of the ARNs of secrets. `worker.ts` grants the consumption of queues.
 */

/** Readers must be able to list a bucket: otherwise S3 answers 403 instead of 404 for a missing object. */
const allowListing = (handler: Handler, bucket: Bucket) => handler.allow(['s3:ListBucket'], bucket.bucketArn);
const keys = (bucket: Bucket, folder: string) => `${bucket.bucketArn}/${folder}/*`;

/** Large objects are uploaded in parts. A failed upload must be aborted, or its invisible parts are billed. */
const PUT_ACTIONS = ['s3:PutObject', 's3:AbortMultipartUpload'];

const allowSending = (handler: Handler, { queue }: Worker) => handler.allow(['sqs:SendMessage'], queue.queueArn);

const allowReadingSettings = (handler: Handler, { data, control }: Storage) => {
  handler.allow(['s3:GetObject'], keys(data, 'settings'));
  handler.allow(['dynamodb:GetItem'], control.tableArn);
};

/** Enqueueing links writes the inbox, then the head. */
const allowEnqueueing = (handler: Handler, { heads, inbox, data }: Storage) => {
  handler.allow(['dynamodb:UpdateItem'], heads.tableArn);
  handler.allow(['dynamodb:BatchWriteItem'], inbox.tableArn);
  handler.allow(PUT_ACTIONS, keys(data, 'inbox'));
};

export type Grantees = {
  storage: Storage;
  schedules: CrawlSchedules;
  search: Search | undefined;
  /** Names or ARNs of secrets that fetch may read. */
  secrets: readonly string[];
  /** Names or ARNs of secrets that admin may read. */
  alertSecrets: readonly string[];
  workers: Workers;
  dispatch: Handler;
  pages: Handler | undefined;
  admin: Handler;
};

/** Grants every function of the stack its permissions. */
export function grantPermissions(grantees: Grantees) {
  const { storage, schedules, search, secrets, alertSecrets, workers, dispatch, pages, admin } = grantees;
  const { fetch, clean, classify, index } = workers;
  allowDispatch(dispatch, storage, workers);
  allowFetch(fetch.handler, storage, clean);
  allowSecrets(fetch.handler, secrets);
  allowSecrets(admin, alertSecrets);
  allowAlerts(admin, storage);
  allowClean(clean, storage, classify);
  allowClassify(classify, storage, index);
  if (index) allowIndex(index, storage);
  if (pages) allowPages(pages, storage);
  // The status of a crawl says what is not searchable yet, and what a stage could not process.
  for (const { queue, deadLetterQueue } of [clean, classify, ...(index ? [index] : [])])
    for (const handler of [admin, ...(pages ? [pages] : [])])
      for (const one of [queue, deadLetterQueue]) if (one) handler.allow(['sqs:GetQueueAttributes'], one.queueArn);
  for (const handler of [admin, ...(pages ? [pages] : [])]) allowAnnotations(handler, storage);
  allowAdmin(admin, storage, schedules, index);
  // It sends objects again whose messages expired.
  for (const worker of [clean, classify]) allowSending(admin, worker);
  if (index) search?.allowWriting(index.handler);
  for (const handler of [pages, admin]) if (handler) search?.allowReading(handler);
}

function allowDispatch(handler: Handler, storage: Storage, { fetch, clean, classify }: Workers): void {
  allowReadingSettings(handler, storage);
  handler.allow(['dynamodb:Scan', 'dynamodb:UpdateItem'], storage.control.tableArn);
  handler.allow(['dynamodb:Query'], `${storage.heads.tableArn}/index/due`);
  // Counts the hosts of large crawls, for their status.
  handler.allow(['dynamodb:Query'], storage.heads.tableArn);
  allowListing(handler, storage.data);
  handler.allow(['s3:GetObject', ...PUT_ACTIONS], keys(storage.data, 'sums'));
  // Postpones the hosts of a group that has many due hosts.
  handler.allow(['dynamodb:UpdateItem'], storage.heads.tableArn);
  handler.allow(['sqs:SendMessage'], fetch.queue.queueArn);
  // It repeats its round while visits and the stages that find links are busy.
  for (const { queue } of [fetch, clean, classify]) handler.allow(['sqs:GetQueueAttributes'], queue.queueArn);
}

/** The status of a crawl: the sums that dispatch stores, and whether a host is due; of a small crawl all heads. */
function allowStatus(handler: Handler, { heads, data }: Storage): void {
  allowListing(handler, data);
  handler.allow(['s3:GetObject'], keys(data, 'sums'));
  handler.allow(['dynamodb:Query'], heads.tableArn, `${heads.tableArn}/index/due`);
}

function allowFetch(handler: Handler, storage: Storage, captures: Worker): void {
  const { heads, locks, robots, bundles, inbox, control, raw, data } = storage;
  allowReadingSettings(handler, storage);
  // Heads name announced offers.
  handler.allow(['dynamodb:GetItem'], heads.tableArn);
  // The robots.txt of a host may name sitemaps on other hosts.
  allowEnqueueing(handler, storage);
  handler.allow(['dynamodb:UpdateItem'], locks.tableArn, control.tableArn);
  handler.allow(['dynamodb:GetItem', 'dynamodb:PutItem'], robots.tableArn);
  handler.allow(['dynamodb:BatchGetItem', 'dynamodb:BatchWriteItem'], bundles.tableArn);
  handler.allow(['dynamodb:Query'], inbox.tableArn);
  allowListing(handler, data);
  handler.allow(['s3:GetObject', ...PUT_ACTIONS], keys(data, 'robots'));
  handler.allow(['s3:GetObject', ...PUT_ACTIONS, 's3:DeleteObject'], keys(data, 'bundles'));
  handler.allow(['s3:GetObject'], keys(data, 'inbox'), keys(data, 'models'));
  // If the response to a write was lost, fetch reads the object to see whether it wrote it itself.
  handler.allow(['s3:GetObject', ...PUT_ACTIONS], keys(raw, 'raw'));
  allowSending(handler, captures);
}

/** Secrets Manager appends a hyphen and six characters to the ARN of a secret. It also accepts an ARN without them. */
const SUFFIX = /-[A-Za-z0-9]{6}$/;
/** One suffix in two hundred has only lower-case letters, like the last word of `my-secret`. */
const SUFFIX_OR_WORD = /-[a-z]{6}$/;
const ANY_SUFFIX = '-??????';

/** @returns the full ARNs that an ARN may stand for: both forms if its end may be a suffix or a word. */
export const wholeArns = (arn: string): string[] => [
  ...(SUFFIX.test(arn) ? [arn] : []),
  ...(!SUFFIX.test(arn) || SUFFIX_OR_WORD.test(arn) ? [`${arn}${ANY_SUFFIX}`] : []),
];

/** @param secrets names or ARNs. */
function allowSecrets(handler: Handler, secrets: readonly string[]): void {
  const arnOf = (name: string) =>
    Stack.of(handler).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: `${name}${ANY_SUFFIX}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const arns = secrets.flatMap((secret) => (secret.startsWith('arn:') ? wholeArns(secret) : arnOf(secret)));
  if (arns.length > 0) handler.allow(['secretsmanager:GetSecretValue'], ...arns);
}

function allowClean({ handler, queue, deadLetterQueue }: Worker, storage: Storage, documents: Worker): void {
  allowReadingSettings(handler, storage);
  handler.allow(['dynamodb:UpdateItem'], storage.control.tableArn);
  allowListing(handler, storage.raw);
  handler.allow(['s3:GetObject'], keys(storage.raw, 'raw'));
  handler.allow(PUT_ACTIONS, keys(storage.data, 'clean'));
  // The poison journal: pages that crashed a previous worker.
  allowListing(handler, storage.data);
  handler.allow(['s3:GetObject', ...PUT_ACTIONS], keys(storage.data, 'doubts'));
  // Data files that crawls name, such as GeoIP databases.
  handler.allow(['s3:GetObject'], keys(storage.data, 'files'));
  allowSending(handler, documents);
  // Requeues messages for which no time is left.
  handler.allow(['sqs:SendMessage'], queue.queueArn);
  // Messages of damaged objects.
  if (deadLetterQueue) handler.allow(['sqs:SendMessage'], deadLetterQueue.queueArn);
}

function allowClassify({ handler, queue }: Worker, storage: Storage, records: Worker | undefined): void {
  allowReadingSettings(handler, storage);
  allowEnqueueing(handler, storage);
  allowListing(handler, storage.data);
  handler.allow(['dynamodb:UpdateItem'], storage.control.tableArn);
  handler.allow(['s3:GetObject'], keys(storage.data, 'clean'));
  handler.allow(PUT_ACTIONS, keys(storage.data, 'records'));
  handler.allow(['s3:GetObject', ...PUT_ACTIONS, 's3:DeleteObject'], keys(storage.data, 'models'));
  // Requeues messages for which no time is left.
  handler.allow(['sqs:SendMessage'], queue.queueArn);
  if (records) allowSending(handler, records);
}

function allowIndex({ handler, queue }: Worker, { control, data }: Storage): void {
  // Requeues messages while the search engine is unavailable, and continues a reindex that exceeds an invocation.
  handler.allow(['sqs:SendMessage'], queue.queueArn);
  handler.allow(['dynamodb:UpdateItem'], control.tableArn);
  allowListing(handler, data);
  handler.allow(['s3:GetObject'], keys(data, 'records'));
}

/** The action `delete` rewrites stored objects and the frontiers of hosts. */
function allowDeletion(handler: Handler, { bundles, data, raw }: Storage): void {
  handler.allow(['s3:GetObject'], keys(data, 'records'), keys(raw, 'raw'));
  handler.allow(PUT_ACTIONS, ...['clean', 'records', 'bundles'].map((folder) => keys(data, folder)), keys(raw, 'raw'));
  handler.allow(['s3:DeleteObject'], keys(data, 'bundles'));
  allowListing(handler, raw);
  handler.allow(['dynamodb:BatchWriteItem'], bundles.tableArn);
}

/** The action `reclassify` keeps a table of visits between its calls, and which settings the records follow. */
function allowReclassification(handler: Handler, { data }: Storage): void {
  const own = ['applied', 'surveys'].map((folder) => keys(data, folder));
  handler.allow(['s3:GetObject', ...PUT_ACTIONS], ...own);
  handler.allow(PUT_ACTIONS, keys(data, 'records'));
}

/** Admin evaluates alerts and reports the state of crawls: it keeps what was reported, under a lock, and messages that were not delivered. */
function allowAlerts(handler: Handler, { data, locks }: Storage): void {
  handler.allow(['s3:GetObject', ...PUT_ACTIONS, 's3:DeleteObject'], keys(data, 'alerts'));
  handler.allow(['s3:GetObject', ...PUT_ACTIONS, 's3:DeleteObject'], keys(data, 'notices'));
  // The state of a crawl that was seen last.
  handler.allow(['s3:GetObject', ...PUT_ACTIONS], keys(data, 'watches'));
  handler.allow(['dynamodb:UpdateItem'], locks.tableArn);
}

/** The search pages show the status of crawls, cached copies, and the texts of earlier captures. */
function allowPages(handler: Handler, storage: Storage): void {
  allowReadingSettings(handler, storage);
  allowListing(handler, storage.raw);
  handler.allow(['s3:GetObject'], keys(storage.raw, 'raw'));
  handler.allow(['s3:GetObject'], keys(storage.data, 'clean'));
  handler.allow(['dynamodb:Scan'], storage.control.tableArn);
  allowStatus(handler, storage);
}

/** The search pages and admin read and write annotations. */
function allowAnnotations(handler: Handler, { annotations }: Storage): void {
  handler.allow(['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'], annotations.tableArn);
  handler.allow(['dynamodb:Query'], `${annotations.tableArn}/index/changes`);
}

function allowAdmin(handler: Handler, storage: Storage, schedules: CrawlSchedules, records: Worker | undefined): void {
  allowReadingSettings(handler, storage);
  allowEnqueueing(handler, storage);
  handler.allow(PUT_ACTIONS, keys(storage.data, 'settings'), keys(storage.data, 'models'));
  // The daily call deletes old settings.
  handler.allow(['s3:DeleteObject'], keys(storage.data, 'settings'));
  handler.allow(['dynamodb:Scan', 'dynamodb:UpdateItem'], storage.control.tableArn);
  handler.allow(['dynamodb:GetItem'], storage.heads.tableArn);
  allowStatus(handler, storage);
  // The action `explain` reads the whole frontier of a host and its robots.txt.
  handler.allow(['dynamodb:BatchGetItem'], storage.bundles.tableArn);
  // The action `load-frontier` writes bundles.
  handler.allow(['dynamodb:BatchWriteItem'], storage.bundles.tableArn);
  handler.allow([...PUT_ACTIONS, 's3:DeleteObject'], keys(storage.data, 'bundles'));
  handler.allow(['dynamodb:Query'], storage.inbox.tableArn);
  handler.allow(['dynamodb:GetItem'], storage.robots.tableArn);
  // It also judges the stored document of a page again.
  const read = ['bundles', 'inbox', 'robots', 'clean', 'models'].map((folder) => keys(storage.data, folder));
  handler.allow(['s3:GetObject'], ...read);
  allowDeletion(handler, storage);
  allowReclassification(handler, storage);
  // The actions `reindex` and `delete` send a message to the index stage.
  if (records) allowSending(handler, records);
  // The schedules of crawls are created and deleted with them.
  handler.allow(
    ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
    schedules.schedulesArn,
  );
  handler.allow(['iam:PassRole'], schedules.roleArn);
}
