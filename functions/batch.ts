import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Queue } from '../shared/ports/queue.ts';
import { faultOf, log } from './log.ts';

/** Time kept back to answer: a function that is cut off has failed its whole batch. Milliseconds. */
const RESERVE_MS = 5_000;

/**
 * Until a failed message is given out again, by how often it was: a short fault costs seconds, and a message that always
 * fails is with the dead letters after some three minutes. Left alone it stays hidden for the queue's whole visibility
 * time each time. Milliseconds.
 */
const HIDDEN_MS = [2_000, 10_000, 40_000, 120_000];

type Time = Pick<Context, 'getRemainingTimeInMillis'>;

/** @param receives how often the message was given out, this time included. */
type Work<Message> = (message: Message, receives: number) => Promise<unknown>;

/**
 * Works off a batch message by message and answers with those to be given out again.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 *
 * A throw means a fault: it is logged, and the message comes again, up to the queue's limit. It is no way of waiting: work
 * that must wait is put back where it came from, and its message is done.
 *
 * @param queue the one that the batch came from.
 */
export async function eachMessage<Message>(
  event: SQSEvent,
  context: Time,
  queue: Pick<Queue<Message>, 'giveBack'>,
  work: Work<Message>,
): Promise<SQSBatchResponse> {
  const failed: SQSRecord[] = [];
  for (const record of event.Records) {
    const done = context.getRemainingTimeInMillis() > RESERVE_MS && (await attempt(record, work));
    if (!done) failed.push(record);
  }
  return answer(failed, queue);
}

/** The same with all messages at once, for work that mostly waits. */
export async function allMessages<Message>(
  event: SQSEvent,
  queue: Pick<Queue<Message>, 'giveBack'>,
  work: Work<Message>,
): Promise<SQSBatchResponse> {
  const done = await Promise.all(event.Records.map((record) => attempt(record, work)));
  return answer(
    event.Records.filter((_, i) => !done[i]),
    queue,
  );
}

/**
 * Ends a call as failed, for its function to be counted as failing. The service deletes nothing then: messages that are not
 * to come again are ended here, or they would be hidden, and under way, for the queue's whole visibility time.
 *
 * @throws always.
 */
export async function failCall(
  event: SQSEvent,
  { batchItemFailures }: SQSBatchResponse,
  queue: Pick<Queue<unknown>, 'done'>,
): Promise<never> {
  const again = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const over = event.Records.filter(({ messageId }) => !again.has(messageId));
  const receipts = over.map(({ receiptHandle }) => ({ receipt: receiptHandle }));
  if (over.length > 0)
    await queue.done(receipts).catch((error: unknown) => log('error', 'done-failed', faultOf(error)));
  throw new Error('no message could be worked on');
}

async function attempt<Message>(record: SQSRecord, work: Work<Message>): Promise<boolean> {
  const { body, messageId } = record;
  try {
    await work(JSON.parse(body) as Message, receivesOf(record));
    return true;
  } catch (error) {
    log('error', 'message-failed', { messageId, body, ...faultOf(error) });
    return false;
  }
}

/** A message whose time could not be set stays hidden for the queue's own: late, but not lost. */
async function answer(failed: SQSRecord[], queue: Pick<Queue<unknown>, 'giveBack'>): Promise<SQSBatchResponse> {
  for (const [hiddenMs, records] of Map.groupBy(failed, hiddenFor)) {
    const receipts = records.map(({ receiptHandle }) => ({ receipt: receiptHandle }));
    await queue
      .giveBack(receipts, hiddenMs)
      .catch((error: unknown) => log('error', 'give-back-failed', faultOf(error)));
  }
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

const receivesOf = ({ attributes }: SQSRecord): number => Math.max(1, Number(attributes.ApproximateReceiveCount) || 1);

function hiddenFor(record: SQSRecord): number {
  return HIDDEN_MS[Math.min(receivesOf(record), HIDDEN_MS.length) - 1]!;
}
