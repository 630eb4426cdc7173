import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Delivery, Queue } from '../../ports/queue.ts';
import { chunks, eachAtOnce } from '../at-once.ts';

// What one request takes: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
const ENTRIES = 10;
/** A quarter of what SQS takes today: what it always took, and all that other servers of its protocol take. */
const BATCH_BYTES = 256 * 1_024;
const LONGEST_HIDE_S = 43_200;
const LONGEST_DELAY_S = 900;

/** A long poll asks all servers of a queue, so that an empty answer means empty. Seconds. */
const POLL_S = 1;

/**
 * A standard queue; a message is one JSON text. How often a message is given out before it goes to the dead letters is
 * the queue's own setting; where there are none, only its age ends it. Spans are whole seconds there: rounded up. A late
 * `done` of a message that was given out again may leave it to the later receiver, who ends it.
 *
 * @param places.dead the queue of the dead letters, for `depth`; absent: there is none.
 */
export function sqsQueue<Message>(client: SQSClient, places: { url: string; dead?: string }): Queue<Message> {
  const QueueUrl = places.url;
  return {
    async send(messages, delayMs = 0) {
      const delay = delayMs > 0 ? { DelaySeconds: Math.min(LONGEST_DELAY_S, seconds(delayMs)) } : {};
      await eachAtOnce([...batches(messages.map((message) => JSON.stringify(message)))], async (bodies) => {
        const Entries = bodies.map((MessageBody, i) => ({ Id: `${i}`, MessageBody, ...delay }));
        check('send', await client.send(new SendMessageBatchCommand({ QueueUrl, Entries })));
      });
    },

    async receive(max, visibilityMs) {
      const deliveries: Delivery<Message>[] = [];
      while (deliveries.length < max) {
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: Math.min(ENTRIES, max - deliveries.length),
            VisibilityTimeout: seconds(visibilityMs),
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
    },

    async done(deliveries) {
      await eachAtOnce([...chunks(deliveries, ENTRIES)], async (chunk) => {
        const Entries = chunk.map(({ receipt }, i) => ({ Id: `${i}`, ReceiptHandle: receipt }));
        check('done', await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })));
      });
    },

    async giveBack(deliveries, delayMs) {
      await eachAtOnce([...chunks(deliveries, ENTRIES)], async (chunk) => {
        const Entries = chunk.map(({ receipt }, i) => ({
          Id: `${i}`,
          ReceiptHandle: receipt,
          VisibilityTimeout: seconds(delayMs),
        }));
        check('give back', await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries })));
      });
    },

    async depth() {
      const [own, dead] = await Promise.all([
        counts(client, QueueUrl),
        places.dead === undefined ? undefined : counts(client, places.dead),
      ]);
      return { ...own, dead: dead?.waiting ?? 0 };
    },
  };
}

const seconds = (ms: number) => Math.min(LONGEST_HIDE_S, Math.ceil(Math.max(0, ms) / 1_000));

/** Ten bodies and 256 KB a request at most. */
function* batches(bodies: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const body of bodies) {
    const length = Buffer.byteLength(body);
    if (batch.length === ENTRIES || (batch.length > 0 && bytes + length > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(body);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}

/** The message is in other hands by now, or ended: whoever has it answers for it. */
const OUT_OF_DATE = new Set(['ReceiptHandleIsInvalid', 'MessageNotInflight']);

/** A batch request succeeds even when none of its entries did. */
function check(what: string, { Failed = [] }: { Failed?: { Code?: string | undefined }[] | undefined }): void {
  const codes = Failed.map(({ Code = 'unknown' }) => Code).filter((code) => !OUT_OF_DATE.has(code));
  if (codes.length === 0) return;
  throw new Error(`${what}: the queue refused ${codes.length} messages (${[...new Set(codes)].join(', ')})`);
}

async function counts(client: SQSClient, QueueUrl: string) {
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
    underWay: count('ApproximateNumberOfMessagesNotVisible'),
  };
}
