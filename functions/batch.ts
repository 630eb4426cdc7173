import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Queue } from '../shared/ports/queue.ts';
import { errorFields, log } from './log.ts';

/**
 * Delay before a failed message is redelivered, by the number of its receives. A short fault costs seconds, and a message that
 * always fails is dead-lettered after about five minutes: its fifth failure hides it once more. Without this, each retry waits
 * for the queue's whole visibility timeout. Milliseconds.
 */
const RETRY_DELAYS_MS = [2_000, 10_000, 40_000, 120_000];

/**
 * @param receives number of times that the message was received, including this one.
 * @param isFirst whether the message is the first of its batch.
 */
export type Work<Message> = (message: Message, receives: number, isFirst: boolean) => Promise<unknown>;

/**
 * Processes the messages of a batch in order. Returns the failed ones for redelivery.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 *
 * If `work` throws, the error is logged and the message is redelivered, up to the queue's limit. Do not throw to wait: requeue
 * the work as a new message instead, and return (`requeue-untried.ts`, `requeue-when-down.ts`).
 *
 * @param queue the queue that the batch came from.
 */
export async function processSequentially<Message>(
  event: SQSEvent,
  queue: Pick<Queue<Message>, 'nack'>,
  work: Work<Message>,
): Promise<SQSBatchResponse> {
  const failed: SQSRecord[] = [];
  for (const [i, record] of event.Records.entries()) if (!(await attempt(record, i, work))) failed.push(record);
  return respond(failed, queue);
}

/** Like `processSequentially`, but processes all messages at once: for work that mostly waits. */
export async function processConcurrently<Message>(
  event: SQSEvent,
  queue: Pick<Queue<Message>, 'nack'>,
  work: Work<Message>,
): Promise<SQSBatchResponse> {
  const done = await Promise.all(event.Records.map((record, i) => attempt(record, i, work)));
  return respond(
    event.Records.filter((_, i) => !done[i]),
    queue,
  );
}

/**
 * Makes the invocation fail, so that AWS counts an error of the function. The service then deletes no message of the batch. This
 * function therefore deletes those that succeeded: otherwise they would stay in flight for the whole visibility timeout.
 *
 * @throws always.
 */
export async function failInvocation(
  event: SQSEvent,
  { batchItemFailures }: SQSBatchResponse,
  queue: Pick<Queue<unknown>, 'ack'>,
): Promise<never> {
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const succeeded = event.Records.filter(({ messageId }) => !failed.has(messageId));
  const receipts = succeeded.map(({ receiptHandle }) => ({ receipt: receiptHandle }));
  if (succeeded.length > 0)
    await queue.ack(receipts).catch((error: unknown) => log('error', 'ack-failed', errorFields(error)));
  throw new Error('no message of the batch was processed');
}

async function attempt<Message>(record: SQSRecord, index: number, work: Work<Message>): Promise<boolean> {
  const { body, messageId } = record;
  try {
    await work(JSON.parse(body) as Message, receivesOf(record), index === 0);
    return true;
  } catch (error) {
    log('error', 'message-failed', { messageId, body, ...errorFields(error) });
    return false;
  }
}

/** If the delay of a message cannot be set, the message stays hidden for the queue's visibility timeout. */
async function respond(failed: SQSRecord[], queue: Pick<Queue<unknown>, 'nack'>): Promise<SQSBatchResponse> {
  for (const [delayMs, records] of Map.groupBy(failed, retryDelayMs)) {
    const receipts = records.map(({ receiptHandle }) => ({ receipt: receiptHandle }));
    await queue.nack(receipts, delayMs).catch((error: unknown) => log('error', 'nack-failed', errorFields(error)));
  }
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

const receivesOf = ({ attributes }: SQSRecord): number => Math.max(1, Number(attributes.ApproximateReceiveCount) || 1);

function retryDelayMs(record: SQSRecord): number {
  return RETRY_DELAYS_MS[Math.min(receivesOf(record), RETRY_DELAYS_MS.length) - 1]!;
}
