import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { s3Objects } from '../../../shared/aws/s3/s3-objects.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import { ownName } from './engine.ts';

/** Names of two new buckets. */
export async function makeBuckets(client: S3Client): Promise<{ raw: string; data: string }> {
  const buckets = { raw: ownName('raw'), data: ownName('data') };
  for (const Bucket of Object.values(buckets)) await client.send(new CreateBucketCommand({ Bucket }));
  return buckets;
}

export async function openObjects(client: S3Client): Promise<Objects> {
  return s3Objects(client, await makeBuckets(client));
}

/** A new queue with one for its dead letters, and the addresses of both. */
export async function makeQueue(
  client: SQSClient,
  {
    maxReceives,
    retentionMs,
    hasDeadLetters,
    hiddenS = 30,
  }: { maxReceives: number; retentionMs: number; hasDeadLetters: boolean; hiddenS?: number },
): Promise<{ url: string; dead?: string }> {
  const name = ownName('queue');
  const Attributes = { MessageRetentionPeriod: `${retentionMs / 1_000}`, VisibilityTimeout: `${hiddenS}` };
  if (!hasDeadLetters) return { url: await urlOf(client, name, Attributes) };
  const dead = await urlOf(client, `${name}-dead`, Attributes);
  // No engine of this suite looks further than at the name at its end.
  const deadLetterTargetArn = `arn:aws:sqs:eu-north-1:000000000000:${name}-dead`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: maxReceives });
  return { url: await urlOf(client, name, { ...Attributes, RedrivePolicy }), dead };
}

async function urlOf(client: SQSClient, QueueName: string, Attributes: Record<string, string>): Promise<string> {
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
  if (QueueUrl === undefined) throw new Error(`no address for the queue ${QueueName}`);
  return QueueUrl;
}
