import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { s3Objects } from '../../../shared/aws/s3/s3-objects.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import { uniqueTestName } from './engine.ts';

/** Creates two buckets and returns their names. */
export async function makeBuckets(client: S3Client): Promise<{ raw: string; data: string }> {
  const buckets = { raw: uniqueTestName('raw'), data: uniqueTestName('data') };
  for (const Bucket of Object.values(buckets)) await client.send(new CreateBucketCommand({ Bucket }));
  return buckets;
}

export async function openObjects(client: S3Client): Promise<Objects> {
  return s3Objects(client, await makeBuckets(client));
}

/** Creates a queue and its dead-letter queue and returns their URLs. */
export async function makeQueue(
  client: SQSClient,
  {
    maxReceives,
    retentionMs,
    hasDeadLetters,
    hiddenS = 30,
  }: { maxReceives: number; retentionMs: number; hasDeadLetters: boolean; hiddenS?: number },
): Promise<{ url: string; dead?: string }> {
  const name = uniqueTestName('queue');
  const Attributes = { MessageRetentionPeriod: `${retentionMs / 1_000}`, VisibilityTimeout: `${hiddenS}` };
  if (!hasDeadLetters) return { url: await urlOf(client, name, Attributes) };
  const dead = await urlOf(client, `${name}-dead`, Attributes);
  // The engines only read the queue name at the end of the ARN.
  const deadLetterTargetArn = `arn:aws:sqs:eu-north-1:000000000000:${name}-dead`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: maxReceives });
  return { url: await urlOf(client, name, { ...Attributes, RedrivePolicy }), dead };
}

async function urlOf(client: SQSClient, QueueName: string, Attributes: Record<string, string>): Promise<string> {
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
  if (QueueUrl === undefined) throw new Error(`CreateQueue returned no URL for ${QueueName}`);
  return QueueUrl;
}
