import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { CrawlSchedules } from './crawl-schedules.ts';
import type { Handler } from './handler.ts';
import type { Storage } from './storage.ts';
import type { Worker } from './worker.ts';

/*
 * What each function may touch, call by call, as its room uses the adapters in `shared/aws/`; `test/infra/permissions.test.ts`
 * compares it with what the function's code can reach, both ways. The only wildcards are keys of objects and names of crawls'
 * schedules: they are made at run time. A stage's right to take from its queue stands in `worker.ts`.
 */

/** Who may not list a bucket is told "forbidden" for an object that is not there, and readers must tell the two apart. */
const mayMiss = (handler: Handler, bucket: Bucket) => handler.may(['s3:ListBucket'], bucket.bucketArn);
const keys = (bucket: Bucket, folder: string) => `${bucket.bucketArn}/${folder}/*`;

/** Large objects are put in parts, and one that fails is given up: its parts would be kept, unseen, and paid for. */
const PUT = ['s3:PutObject', 's3:AbortMultipartUpload'];

const mayTell = (handler: Handler, { queue }: Worker) => handler.may(['sqs:SendMessage'], queue.queueArn);

const mayReadSettings = (handler: Handler, { data, control }: Storage) => {
  handler.may(['s3:GetObject'], keys(data, 'settings'));
  handler.may(['dynamodb:GetItem'], control.tableArn);
};

/** To hand links to hosts: the inbox first, then the head. */
const mayOffer = (handler: Handler, { heads, inbox, data }: Storage) => {
  handler.may(['dynamodb:UpdateItem'], heads.tableArn);
  handler.may(['dynamodb:BatchWriteItem'], inbox.tableArn);
  handler.may(PUT, keys(data, 'inbox'));
};

export function allowDispatch(handler: Handler, storage: Storage, visits: Worker): void {
  mayReadSettings(handler, storage);
  handler.may(['dynamodb:Scan', 'dynamodb:UpdateItem'], storage.control.tableArn);
  handler.may(['dynamodb:Query'], `${storage.heads.tableArn}/index/due`);
  // Of a crowd in one group the time is moved.
  handler.may(['dynamodb:UpdateItem'], storage.heads.tableArn);
  handler.may(['sqs:SendMessage', 'sqs:GetQueueAttributes'], visits.queue.queueArn);
}

export function allowFetch(handler: Handler, storage: Storage, captures: Worker): void {
  const { locks, robots, bundles, inbox, control, raw, data } = storage;
  mayReadSettings(handler, storage);
  // Sitemaps that a host's robots.txt names may lie on another.
  mayOffer(handler, storage);
  handler.may(['dynamodb:UpdateItem'], locks.tableArn, control.tableArn);
  handler.may(['dynamodb:GetItem', 'dynamodb:PutItem'], robots.tableArn);
  handler.may(['dynamodb:BatchGetItem', 'dynamodb:BatchWriteItem'], bundles.tableArn);
  handler.may(['dynamodb:Query'], inbox.tableArn);
  mayMiss(handler, data);
  handler.may(['s3:GetObject', ...PUT], keys(data, 'robots'));
  handler.may(['s3:GetObject', ...PUT, 's3:DeleteObject'], keys(data, 'bundles'));
  handler.may(['s3:GetObject'], keys(data, 'inbox'));
  // Reads back what it may have written itself, when an answer got lost.
  handler.may(['s3:GetObject', ...PUT], keys(raw, 'raw'));
  mayTell(handler, captures);
}

/** The service ends the ARN of a secret with a hyphen and six signs of its own; it also finds a secret by an ARN without them. */
const SIGNS = /-[A-Za-z0-9]{6}$/;
/** One in two hundred, or a word of a name, such as that of `my-secret`. */
const SIGNS_OR_WORD = /-[a-z]{6}$/;
const ANY_SIGNS = '-??????';

/** @returns the ARNs of the secret that an ARN means; both where it may be with or without its signs. */
export const wholeArns = (arn: string): string[] => [
  ...(SIGNS.test(arn) ? [arn] : []),
  ...(!SIGNS.test(arn) || SIGNS_OR_WORD.test(arn) ? [`${arn}${ANY_SIGNS}`] : []),
];

/** By name as by ARN. */
export function allowSecrets(handler: Handler, secrets: readonly string[]): void {
  const arnOf = (name: string) =>
    Stack.of(handler).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: `${name}${ANY_SIGNS}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const arns = secrets.flatMap((secret) => (secret.startsWith('arn:') ? wholeArns(secret) : arnOf(secret)));
  if (arns.length > 0) handler.may(['secretsmanager:GetSecretValue'], ...arns);
}

export function allowClean(handler: Handler, storage: Storage, documents: Worker): void {
  mayReadSettings(handler, storage);
  handler.may(['dynamodb:UpdateItem'], storage.control.tableArn);
  mayMiss(handler, storage.raw);
  handler.may(['s3:GetObject'], keys(storage.raw, 'raw'));
  handler.may(PUT, keys(storage.data, 'clean'));
  // Which page of an object ended who cleaned it.
  mayMiss(handler, storage.data);
  handler.may(['s3:GetObject', ...PUT], keys(storage.data, 'doubts'));
  // What crawls name that is no code: databases of addresses.
  handler.may(['s3:GetObject'], keys(storage.data, 'files'));
  mayTell(handler, documents);
}

export function allowClassify(handler: Handler, storage: Storage, records: Worker | undefined): void {
  mayReadSettings(handler, storage);
  mayOffer(handler, storage);
  mayMiss(handler, storage.data);
  handler.may(['dynamodb:UpdateItem'], storage.control.tableArn);
  handler.may(['s3:GetObject'], keys(storage.data, 'clean'));
  handler.may(PUT, keys(storage.data, 'records'));
  if (records) mayTell(handler, records);
}

export function allowIndex({ handler, queue }: Worker, { control, data }: Storage): void {
  // Puts back what the search engine cannot take, and goes on with what takes longer than a call.
  handler.may(['sqs:SendMessage'], queue.queueArn);
  handler.may(['dynamodb:UpdateItem'], control.tableArn);
  mayMiss(handler, data);
  handler.may(['s3:GetObject'], keys(data, 'records'));
}

/** Search pages: how crawls stand, and the cached copies. */
export function allowPages(handler: Handler, storage: Storage): void {
  mayReadSettings(handler, storage);
  mayMiss(handler, storage.raw);
  handler.may(['s3:GetObject'], keys(storage.raw, 'raw'));
  handler.may(['dynamodb:Scan'], storage.control.tableArn);
  handler.may(['dynamodb:Query'], storage.heads.tableArn);
}

export function allowAdmin(
  handler: Handler,
  storage: Storage,
  schedules: CrawlSchedules,
  records: Worker | undefined,
): void {
  mayReadSettings(handler, storage);
  mayOffer(handler, storage);
  handler.may(PUT, keys(storage.data, 'settings'));
  handler.may(['dynamodb:Scan', 'dynamodb:UpdateItem'], storage.control.tableArn);
  handler.may(['dynamodb:Query', 'dynamodb:GetItem'], storage.heads.tableArn);
  // To explain an address: all that its host's frontier holds, and its robots.txt.
  handler.may(['dynamodb:BatchGetItem'], storage.bundles.tableArn);
  handler.may(['dynamodb:Query'], storage.inbox.tableArn);
  handler.may(['dynamodb:GetItem'], storage.robots.tableArn);
  mayMiss(handler, storage.data);
  const read = ['bundles', 'inbox', 'robots'].map((folder) => keys(storage.data, folder));
  handler.may(['s3:GetObject'], ...read);
  // To have all records of a crawl written again.
  if (records) mayTell(handler, records);
  // The schedules of crawls, made and removed with them.
  handler.may(
    ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
    schedules.schedulesArn,
  );
  handler.may(['iam:PassRole'], schedules.roleArn);
}
