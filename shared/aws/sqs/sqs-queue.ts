import {
  type BatchResultErrorEntry,
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Delivery, Queue } from '../../ports/queue.ts';
import { formatNoun } from '../../text/format-count.ts';
import { backOff } from '../back-off.ts';
import { chunks, mapConcurrently } from '../concurrency.ts';

// Limits of SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
const MAX_ENTRIES = 10;
/** A quarter of the current limit: the limit of older versions, which other implementations of the protocol still have. */
const MAX_BATCH_BYTES = 256 * 1_024;
const MAX_VISIBILITY_S = 43_200;
const MAX_DELAY_S = 900;

/** Maximum number of times that a message is sent. */
const MAX_SENDS = 5;

/** Wait time of a receive. A long poll queries all servers of a queue, so an empty response means an empty queue. Seconds. */
const POLL_S = 1;

/**
 * A standard SQS queue with JSON messages. The receive limit and the retention are settings of the SQS queue. Durations are
 * rounded up to whole seconds. A late `ack` of a redelivered message may have no effect; the later receiver then deletes it.
 *
 * @param urls.dead URL of the dead-letter queue, for `depth`. Absent: there is none.
 */
export function sqsQueue<Message>(client: SQSClient, urls: { url: string; dead?: string }): Queue<Message> {
  const QueueUrl = urls.url;
  return {
    async send(messages, delayMs = 0) {
      const delay = delayMs > 0 ? { DelaySeconds: Math.min(MAX_DELAY_S, toSeconds(delayMs)) } : {};
      await mapConcurrently([...batches(messages.map((message) => JSON.stringify(message)))], async (bodies) => {
        const entries = bodies.map((MessageBody, i) => ({ Id: `${i}`, MessageBody, ...delay }));
        assertAccepted('send', { Failed: await sendEntries(client, QueueUrl, entries) });
      });
    },

    receive: (max, visibilityMs) => receiveMessages(client, QueueUrl, max, toSeconds(visibilityMs)),

    async ack(deliveries) {
      await mapConcurrently([...chunks(deliveries, MAX_ENTRIES)], async (chunk) => {
        const Entries = chunk.map(({ receipt }, i) => ({ Id: `${i}`, ReceiptHandle: receipt }));
        assertAccepted('ack', await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })));
      });
    },

    async nack(deliveries, delayMs) {
      const VisibilityTimeout = toSeconds(delayMs);
      await mapConcurrently([...chunks(deliveries, MAX_ENTRIES)], async (chunk) => {
        const Entries = chunk.map(({ receipt }, i) => ({ Id: `${i}`, ReceiptHandle: receipt, VisibilityTimeout }));
        assertAccepted('nack', await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries })));
      });
    },

    async depth() {
      const [own, dead] = await Promise.all([
        countMessages(client, QueueUrl),
        urls.dead === undefined ? undefined : countMessages(client, urls.dead),
      ]);
      return { ...own, dead: dead?.waiting ?? 0 };
    },
  };
}

/**
 * Sends messages, and those again that the service failed to take: the SDK only repeats whole requests. Otherwise a stage would
 * repeat the work behind all messages of the request.
 *
 * @returns the failures that remain
 */
async function sendEntries(
  client: SQSClient,
  QueueUrl: string,
  entries: readonly SendMessageBatchRequestEntry[],
): Promise<BatchResultErrorEntry[]> {
  const refused: BatchResultErrorEntry[] = [];
  let left = entries;
  for (let attempt = 1; ; attempt++) {
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries: [...left] }));
    const [atFault, repeatable] = [Failed.filter((one) => one.SenderFault), Failed.filter((one) => !one.SenderFault)];
    refused.push(...atFault);
    if (repeatable.length === 0 || attempt === MAX_SENDS) return [...refused, ...repeatable];
    const ids = new Set(repeatable.map(({ Id }) => Id));
    left = left.filter(({ Id }) => ids.has(Id));
    await backOff(attempt);
  }
}

const toSeconds = (ms: number) => Math.min(MAX_VISIBILITY_S, Math.ceil(Math.max(0, ms) / 1_000));

async function receiveMessages<Message>(
  client: SQSClient,
  QueueUrl: string,
  max: number,
  VisibilityTimeout: number,
): Promise<Delivery<Message>[]> {
  const deliveries: Delivery<Message>[] = [];
  while (deliveries.length < max) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: Math.min(MAX_ENTRIES, max - deliveries.length),
        VisibilityTimeout,
        WaitTimeSeconds: deliveries.length === 0 ? POLL_S : 0,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    );
    if (Messages.length === 0) break;
    for (const { Body, ReceiptHandle, Attributes } of Messages) {
      deliveries.push({
        message: JSON.parse(Body ?? '') as Message,
        receipt: ReceiptHandle ?? '',
        receives: Number(Attributes?.ApproximateReceiveCount ?? 1),
      });
    }
  }
  return deliveries;
}

/** Splits message bodies into requests within the limits of SQS. */
function* batches(bodies: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const body of bodies) {
    const length = Buffer.byteLength(body);
    if (batch.length === MAX_ENTRIES || (batch.length > 0 && bytes + length > MAX_BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(body);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}

/** Error codes for a message that was redelivered or deleted meanwhile: its current receiver is responsible for it. */
const STALE_RECEIPT = new Set(['ReceiptHandleIsInvalid', 'MessageNotInflight']);

/** @throws if entries failed: the HTTP status of a batch request is 200 even if all entries failed. */
function assertAccepted(what: string, { Failed = [] }: { Failed?: { Code?: string | undefined }[] | undefined }): void {
  const codes = Failed.map(({ Code = 'unknown' }) => Code).filter((code) => !STALE_RECEIPT.has(code));
  if (codes.length === 0) return;
  throw new Error(
    `${what}: the queue rejected ${formatNoun(codes.length, 'message')} (${[...new Set(codes)].join(', ')})`,
  );
}

async function countMessages(client: SQSClient, QueueUrl: string): Promise<{ waiting: number; inFlight: number }> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesDelayed',
        'ApproximateNumberOfMessagesNotVisible',
      ],
    }),
  );
  const count = (name: string) => Number((Attributes as Record<string, string>)[name] ?? 0);
  return {
    waiting: count('ApproximateNumberOfMessages') + count('ApproximateNumberOfMessagesDelayed'),
    inFlight: count('ApproximateNumberOfMessagesNotVisible'),
  };
}
