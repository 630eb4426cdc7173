import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Count } from '../meter/usage.ts';
import { meterDynamo, meterS3, meterSqs } from './metered.ts';

export type ClientOptions = {
  region?: string;
  /** A server that stands in for the services (emulator, S3 server); absent: AWS itself. */
  endpoint?: string;
};

/**
 * Retries and time-outs of all calls are decided here. `standard` retries with jitter and gives up when most calls fail;
 * connections are kept alive by the SDK itself. A call that hangs is cut long before a visit's lease runs out.
 */
const COMMON = {
  maxAttempts: 5,
  retryMode: 'standard',
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};

/** An object has up to 8 MiB, a long poll up to 20 s: both need longer than a look at an item. */
const PATIENT = { ...COMMON, requestHandler: { ...COMMON.requestHandler, requestTimeout: 30_000 } };

/** @param count takes note of every call; absent: nobody does. */
export function dynamoClient(options: ClientOptions = {}, count?: Count): DynamoDBClient {
  const client = new DynamoDBClient({ ...COMMON, ...options });
  return count ? meterDynamo(client, count) : client;
}

/** Buckets stand in the path, not in the name, where another server stands in: it has no names of its own. */
export function s3Client(options: ClientOptions = {}, count?: Count): S3Client {
  const client = new S3Client({ ...PATIENT, ...options, forcePathStyle: options.endpoint !== undefined });
  return count ? meterS3(client, count) : client;
}

/** An emulator's queue addresses may name another host than its endpoint does; the endpoint is what can be reached. */
export function sqsClient(options: ClientOptions = {}, count?: Count): SQSClient {
  const client = new SQSClient({ ...PATIENT, ...options, useQueueUrlAsEndpoint: options.endpoint === undefined });
  return count ? meterSqs(client, count) : client;
}

/** Its calls cost nothing by themselves, and are not counted. */
export function schedulerClient(options: ClientOptions = {}): SchedulerClient {
  return new SchedulerClient({ ...COMMON, ...options });
}
