import type { SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { redrive } from '../../../shared/aws/sqs/sqs-redrive.ts';
import { recordingClient } from '../recording-client.ts';

const RECORDS = { crawl: 'moss', key: 'records/moss/a.jsonl.zst' };

test.each<[rule: string, dead: string, sent: string]>([
  ['unchanged', JSON.stringify(RECORDS), JSON.stringify(RECORDS)],
  [
    'without the time of its first requeue, so that it can be requeued again',
    JSON.stringify({ ...RECORDS, since: 1 }),
    JSON.stringify(RECORDS),
  ],
  ['unchanged if it is not JSON', '{"since"', '{"since"'],
  ['unchanged if it is a string', '"since"', '"since"'],
])('sends a dead letter %s', async (_, dead, sent) => {
  const { client, sent: calls } = recordingClient(({ call }) => {
    const isFirst = calls.filter((one) => one.call === 'ReceiveMessage').length === 1;
    if (call === 'ReceiveMessage') return { Messages: isFirst ? [{ Body: dead, ReceiptHandle: 'r' }] : [] };
    return { Successful: [{ Id: '0' }] };
  });
  expect(await redrive(client as unknown as SQSClient, { dead: 'dead', target: 'target' }, 10)).toBe(1);
  expect(calls.find(({ call }) => call === 'SendMessageBatch')?.input['Entries']).toEqual([
    { Id: '0', MessageBody: sent },
  ]);
});
