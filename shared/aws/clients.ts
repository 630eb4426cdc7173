import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { CountUsage } from '../meter/usage.ts';
import { meterDynamo, meterS3, meterSqs } from './metered.ts';

/** How a client of an AWS service connects. Absent fields: what the SDK reads from the environment. */
export type ClientOptions = {
  region?: string;
  /** URL of an emulator or another S3 server. Absent: AWS. */
  endpoint?: string;
  /** Attempts of a request. Default: 5, which take up to 13 s if a table is throttled. */
  maxAttempts?: number;
};

/**
 * Retries and timeouts of all calls. The mode `standard` retries with jitter, and stops if most calls fail. A hanging call times
 * out long before the lease of a visit expires. The SDK keeps connections alive by default.
 */
const COMMON = {
  maxAttempts: 5,
  retryMode: 'standard',
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};

/** For S3, whose objects may be large, and for SQS, whose long polls last up to 20 s. */
const LONG_TIMEOUT = { ...COMMON, requestHandler: { ...COMMON.requestHandler, requestTimeout: 30_000 } };

/** @param count counts the usage of every call. Absent: usage is not counted. */
export function dynamoClient(options: ClientOptions = {}, count?: CountUsage): DynamoDBClient {
  const client = new DynamoDBClient({ ...COMMON, ...options });
  return count ? meterDynamo(client, count) : client;
}

/** With another endpoint, requests name the bucket in the path: emulators have no host name per bucket. */
export function s3Client(options: ClientOptions = {}, count?: CountUsage): S3Client {
  const client = new S3Client({ ...LONG_TIMEOUT, ...options, forcePathStyle: options.endpoint !== undefined });
  return count ? meterS3(client, count) : client;
}

/** With another endpoint, the host name in queue URLs is ignored: only the endpoint of an emulator is reachable. */
export function sqsClient(options: ClientOptions = {}, count?: CountUsage): SQSClient {
  const client = new SQSClient({ ...LONG_TIMEOUT, ...options, useQueueUrlAsEndpoint: options.endpoint === undefined });
  return count ? meterSqs(client, count) : client;
}

/** Scheduler calls are free, so they are not counted. */
export function schedulerClient(options: ClientOptions = {}): SchedulerClient {
  return new SchedulerClient({ ...COMMON, ...options });
}
