import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { RequeueInfo } from '../../ports/messages.ts';
import { formatNoun } from '../../text/format-count.ts';

/** Messages per request: a limit of SQS. */
const MAX_ENTRIES = 10;

/** Visibility timeout: longer than a round, so that a successful redrive receives no message twice. Seconds. */
const VISIBILITY_S = 60;

/**
 * Sends dead letters back to their queue: at most `max`, until the dead-letter queue is empty. Sends each message before it deletes
 * it, so none is lost. An interruption in between sends some messages twice, which every stage tolerates. Messages that cannot
 * be sent stay dead letters. What a requeued message keeps (`RequeueInfo`) is removed. Does not use the move task of
 * SQS, which emulators do not support.
 *
 * @param queues URLs of the queues.
 * @returns the number of moved messages.
 */
export async function redrive(
  client: SQSClient,
  queues: { dead: string; target: string },
  max: number,
): Promise<number> {
  let moved = 0;
  while (moved < max) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queues.dead,
        MaxNumberOfMessages: Math.min(MAX_ENTRIES, max - moved),
        VisibilityTimeout: VISIBILITY_S,
        WaitTimeSeconds: 1,
      }),
    );
    if (Messages.length === 0) break;
    const sent = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queues.target,
        Entries: Messages.map(({ Body }, i) => ({ Id: `${i}`, MessageBody: withoutRequeueInfo(Body ?? '') })),
      }),
    );
    const delivered = (sent.Successful ?? []).map(({ Id }) => Messages[Number(Id)]!);
    const deleted =
      delivered.length === 0
        ? undefined
        : await client.send(
            new DeleteMessageBatchCommand({
              QueueUrl: queues.dead,
              Entries: delivered.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle })),
            }),
          );
    moved += delivered.length;
    const failed = [...(sent.Failed ?? []), ...(deleted?.Failed ?? [])];
    if (failed.length > 0)
      throw new Error(
        `redrive failed after ${formatNoun(moved, 'message')}: ${failed[0]!.Code}: ${failed[0]!.Message}`,
      );
  }
  return moved;
}

/**
 * Removes `since` and `failures` from a message: otherwise a message that was dead-lettered after a day of requeueing would fail
 * again at once if the engine is still busy. A body that is not a message of ours stays unchanged.
 */
function withoutRequeueInfo(body: string): string {
  if (!body.startsWith('{')) return body;
  try {
    const { since, failures, ...message } = JSON.parse(body) as RequeueInfo;
    return since === undefined && failures === undefined ? body : JSON.stringify(message);
  } catch {
    return body;
  }
}
