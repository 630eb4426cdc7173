import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { PutBack } from '../../ports/messages.ts';

const ENTRIES = 10;

/** Longer than one round takes, so that no message is received twice by a redrive that goes well. Seconds. */
const HIDDEN_S = 60;

/**
 * Sends dead letters back to where they came from: at most `max`, until the queue of the dead is empty. Each is sent
 * before it is deleted, so none is lost; who is interrupted between the two has sent some twice, which every stage bears.
 * What cannot be sent stays with the dead. Each begins anew: since when it was put back (`PutBack`) is forgotten. Not by the service's own task for moving, which other servers do not know.
 *
 * @param queues addresses. @returns how many were moved.
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
        MaxNumberOfMessages: Math.min(ENTRIES, max - moved),
        VisibilityTimeout: HIDDEN_S,
        WaitTimeSeconds: 1,
      }),
    );
    if (Messages.length === 0) break;
    const sent = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queues.target,
        Entries: Messages.map(({ Body }, i) => ({ Id: `${i}`, MessageBody: begunAnew(Body ?? '') })),
      }),
    );
    const there = (sent.Successful ?? []).map(({ Id }) => Messages[Number(Id)]!);
    const gone =
      there.length === 0
        ? undefined
        : await client.send(
            new DeleteMessageBatchCommand({
              QueueUrl: queues.dead,
              Entries: there.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle })),
            }),
          );
    moved += there.length;
    const refused = [...(sent.Failed ?? []), ...(gone?.Failed ?? [])];
    if (refused.length > 0)
      throw new Error(`redrive: ${moved} moved, then ${refused[0]!.Code}: ${refused[0]!.Message}`);
  }
  return moved;
}

/**
 * A message that was put back for a day, and given up, would be given up at once where it finds its engine busy once more:
 * whoever sends it again means it to be tried as long as any other. What is no message of ours is left as it is.
 */
function begunAnew(body: string): string {
  if (!body.startsWith('{')) return body;
  try {
    const { since, ...message } = JSON.parse(body) as PutBack;
    return since === undefined ? body : JSON.stringify(message);
  } catch {
    return body;
  }
}
