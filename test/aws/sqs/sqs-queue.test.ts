import type { SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { sqsQueue } from '../../../shared/aws/sqs/sqs-queue.ts';
import { recordingClient } from '../recording-client.ts';

type Entry = { Id: string; MessageBody: string };
type Failure = { Code: string; SenderFault: boolean };

const BUSY: Failure = { Code: 'InternalError', SenderFault: false };
const INVALID: Failure = { Code: 'InvalidMessageContents', SenderFault: true };

/** @param failures failure of each message in each request, by its text */
function queueWith(...failures: Record<string, Failure>[]) {
  const { client, sent } = recordingClient(({ input }) => {
    const request = failures[sent.length - 1] ?? {};
    const failed = (input['Entries'] as Entry[]).flatMap(({ Id, MessageBody }) => {
      const failure = request[JSON.parse(MessageBody)];
      return failure ? [{ Id, ...failure }] : [];
    });
    return { Failed: failed };
  });
  const requests = () => sent.map(({ input }) => (input['Entries'] as Entry[]).map(({ MessageBody }) => MessageBody));
  return { queue: sqsQueue<string>(client as unknown as SQSClient, { url: 'q' }), requests };
}

test('sends again only the messages of a batch that the service failed to take', async () => {
  const { queue, requests } = queueWith({ b: BUSY, c: BUSY }, { c: BUSY });
  await queue.send(['a', 'b', 'c', 'd']);
  expect(requests()).toEqual([['"a"', '"b"', '"c"', '"d"'], ['"b"', '"c"'], ['"c"']]);
});

test('does not send a message again that the service rejects as invalid, and reports it', async () => {
  const { queue, requests } = queueWith({ a: INVALID, b: BUSY });
  await expect(queue.send(['a', 'b'])).rejects.toThrow('the queue rejected 1 message (InvalidMessageContents)');
  expect(requests()).toEqual([['"a"', '"b"'], ['"b"']]);
});

test('reports a message that the service fails to take each time', async () => {
  const { queue, requests } = queueWith(...Array(20).fill({ a: BUSY }));
  await expect(queue.send(['a', 'b'])).rejects.toThrow('send: the queue rejected 1 message (InternalError)');
  expect(requests()).toEqual([['"a"', '"b"'], ...Array(4).fill(['"a"'])]);
});
