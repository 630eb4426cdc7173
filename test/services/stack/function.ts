/**
 * Emulates the Lambda service for one instance of a function, in its own process. Receives messages from the function's
 * queue like an event source mapping, or events from the parent process, and calls the handler.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

export type FunctionEnvironment = {
  HANDLER: string;
  TIMEOUT_S: string;
  /** Maximum number of messages per event. Absent if the function has no queue. */
  BATCH_SIZE?: string;
  OWN_QUEUE_URL?: string;
  /** Endpoint of the queue, without the tap, as the event source receives messages and not the function. */
  SOURCE_ENDPOINT: string;
};

export type ToFunction =
  | { id: number; event: unknown }
  /** Sets how far the clock of the function is ahead of the machine's. */
  | { aheadMs: number }
  | 'end';
export type FromFunction = 'ready' | { id: number; answer?: unknown; error?: string };

const env = process.env as unknown as FunctionEnvironment;
const { now } = Date;
let aheadMs = 0;
Date.now = () => now() + aheadMs;

const { handler } = (await import(join(import.meta.dirname, '../../../functions', `${env.HANDLER}.ts`))) as {
  handler(event: unknown, context: Context): Promise<unknown>;
};
let ending = false;

process.on('message', async (message: ToFunction) => {
  if (message === 'end') {
    ending = true;
    if (!env.BATCH_SIZE) process.disconnect();
    return;
  }
  if ('aheadMs' in message) {
    aheadMs = message.aheadMs;
    return;
  }
  try {
    tell({ id: message.id, answer: await handler(message.event, context()) });
  } catch (error) {
    tell({ id: message.id, error: error instanceof Error ? `${error.stack}` : String(error) });
  }
});
tell('ready');

if (env.BATCH_SIZE) {
  const queue = new SQSClient({ endpoint: env.SOURCE_ENDPOINT, useQueueUrlAsEndpoint: false });
  // Like the service, retries if the queue does not respond.
  while (!ending) await takeBatch(queue).catch(() => sleep(500));
  process.disconnect();
}

async function takeBatch(queue: SQSClient): Promise<void> {
  const { Messages: messages = [] } = await queue.send(
    new ReceiveMessageCommand({
      QueueUrl: env.OWN_QUEUE_URL,
      MaxNumberOfMessages: Number(env.BATCH_SIZE),
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  if (messages.length === 0) return;
  const event: SQSEvent = { Records: messages.map(recordOf) };
  const failed = await failuresOf(event);
  const done = event.Records.filter(({ messageId }) => !failed.has(messageId));
  if (done.length === 0) return;
  const Entries = done.map(({ receiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle: receiptHandle }));
  await queue.send(new DeleteMessageBatchCommand({ QueueUrl: env.OWN_QUEUE_URL, Entries }));
}

/** Calls the handler and returns the ids of the failed messages: all of them if it throws. */
async function failuresOf(event: SQSEvent): Promise<Set<string>> {
  try {
    const answer = (await handler(event, context())) as SQSBatchResponse | undefined;
    return new Set(answer?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  } catch (error) {
    process.stderr.write(`${env.HANDLER}: ${error}\n`);
    return new Set(event.Records.map(({ messageId }) => messageId));
  }
}

function recordOf({ MessageId = '', ReceiptHandle = '', Body = '', Attributes = {} }: Message): SQSRecord {
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes as unknown as SQSRecord['attributes'],
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${process.env['AWS_REGION']}:000000000000:${env.OWN_QUEUE_URL?.split('/').at(-1)}`,
    awsRegion: process.env['AWS_REGION'] ?? '',
  };
}

function context(): Context {
  const until = Date.now() + Number(env.TIMEOUT_S) * 1_000;
  return {
    functionName: env.HANDLER,
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => until - Date.now(),
  } as Context;
}

function tell(message: FromFunction): void {
  if (process.connected) process.send?.(message);
}
