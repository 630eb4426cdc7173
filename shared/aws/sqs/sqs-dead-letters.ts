import { type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DeadLetter } from '../../ports/queue.ts';

/** As long as one look takes at most: then all are there again, for the next one or for a redrive. Seconds. */
const LOOKED_AT_S = 5;

/**
 * Looks into a queue of dead letters, up to `max`. The service has no way to look without receiving, so each look counts
 * as a receive, and they are hidden from others for a few seconds.
 */
export async function deadLettersOf(client: SQSClient, QueueUrl: string, max: number): Promise<DeadLetter<unknown>[]> {
  const found = new Map<string, DeadLetter<unknown>>();
  while (found.size < max) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: Math.min(10, max - found.size),
        VisibilityTimeout: LOOKED_AT_S,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
      }),
    );
    const before = found.size;
    for (const message of Messages) found.set(message.MessageId ?? '', letterOf(message));
    // None, or only such as were seen already: a look that takes longer than they are hidden would go on for ever.
    if (found.size === before) break;
  }
  return [...found.values()].sort((a, b) => a.since - b.since);
}

/** What is no JSON is shown as the text that it is: that may be why nobody could work on it. */
function letterOf({ Body = '', Attributes }: Message): DeadLetter<unknown> {
  return {
    message: parsed(Body),
    since: Number(Attributes?.SentTimestamp ?? 0),
    receives: Number(Attributes?.ApproximateReceiveCount ?? 0),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
