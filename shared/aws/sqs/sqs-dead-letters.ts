import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ObjectMessage } from '../../ports/messages.ts';
import { type DeadLetter, MAX_RECEIVES } from '../../ports/queue.ts';
import { formatNoun } from '../../text/format-count.ts';
import { sqsQueue } from './sqs-queue.ts';

/** Visibility timeout: how long a listing hides a message at most that it cannot release. Seconds. */
const VISIBILITY_S = 5;

/**
 * Lists up to `max` dead letters, oldest first. SQS can only list messages by receiving them, so this increments their receive
 * count, and hides them from other receivers until all are listed.
 */
export async function readDeadLetters(
  client: SQSClient,
  QueueUrl: string,
  max: number,
): Promise<DeadLetter<unknown>[]> {
  const found = new Map<string, DeadLetter<unknown>>();
  const receipts = new Map<string, string>();
  while (found.size < max) {
    const messages = await receive(client, QueueUrl, max - found.size);
    const before = found.size;
    for (const message of messages) {
      const { MessageId = '', ReceiptHandle = '' } = message;
      found.set(MessageId, parseDeadLetter(message));
      receipts.set(MessageId, ReceiptHandle);
    }
    // No new messages. A listing that takes longer than the visibility timeout receives the same ones again.
    if (found.size === before) break;
  }
  const listed = Array.from(receipts.values(), (receipt) => ({ receipt }));
  // A failure is harmless: the messages reappear by themselves.
  await sqsQueue(client, { url: QueueUrl })
    .nack(listed, 0)
    .catch(() => {});
  return [...found.values()].sort((a, b) => a.since - b.since);
}

/** Returns the approximate number of dead letters that another listing or redrive has received and hides for now. */
export const countHiddenDeadLetters = async (client: SQSClient, url: string): Promise<number> =>
  (await sqsQueue(client, { url }).depth()).inFlight;

/**
 * Deletes dead letters: at most `max`, until the queue is empty.
 *
 * @returns the deleted ones
 * @throws if SQS does not delete one
 */
export async function discardDeadLetters(
  client: SQSClient,
  QueueUrl: string,
  max: number,
): Promise<DeadLetter<unknown>[]> {
  const discarded: DeadLetter<unknown>[] = [];
  while (discarded.length < max) {
    const messages = await receive(client, QueueUrl, max - discarded.length);
    if (messages.length === 0) break;
    const { Successful = [], Failed = [] } = await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: messages.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle })),
      }),
    );
    for (const { Id } of Successful) discarded.push(parseDeadLetter(messages[Number(Id)]!));
    if (Failed[0])
      throw new Error(
        `discard failed after ${formatNoun(discarded.length, 'message')}: ${Failed[0].Code}: ${Failed[0].Message}`,
      );
  }
  return discarded;
}

/** Receives up to 10 messages, or `max` if it is less, with what `parseDeadLetter` reads, and hides them for now. */
async function receive(client: SQSClient, QueueUrl: string, max: number): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: Math.min(10, max),
      VisibilityTimeout: VISIBILITY_S,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
    }),
  );
  return Messages;
}

/** A body that is not JSON is returned as text: it may be the reason why processing failed. */
function parseDeadLetter({ Body = '', Attributes }: Message): DeadLetter<unknown> {
  const message = parseBody(Body);
  return {
    message,
    since: Number(Attributes?.SentTimestamp ?? 0),
    // Each listing is a receive too, which is no attempt to process the message.
    receives: triesOf(message) ?? Math.min(Number(Attributes?.ApproximateReceiveCount ?? 0), MAX_RECEIVES),
  };
}

/** @returns how often a message had been received that a stage moved to the dead letters; undefined if the queue moved it */
function triesOf(message: unknown): number | undefined {
  const { tries } = Object(message) as Partial<ObjectMessage>;
  return typeof tries === 'number' ? tries : undefined;
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
