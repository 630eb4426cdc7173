import type { SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { redrive } from '../../../shared/aws/sqs/sqs-redrive.ts';
import { recordingClient } from '../recording-client.ts';

const RECORDS = { crawl: 'moss', key: 'records/moss/a.jsonl.zst' };

test.each<[rule: string, dead: string, sent: string]>([
  ['is sent as it is', JSON.stringify(RECORDS), JSON.stringify(RECORDS)],
  [
    'that was put back for a day begins anew, so that it may be put back again',
    JSON.stringify({ ...RECORDS, since: 1 }),
    JSON.stringify(RECORDS),
  ],
  ['that is no JSON is sent as it is, whatever words are in it', '{"since"', '{"since"'],
  ['that is a text is sent as it is', '"since"', '"since"'],
])('a dead letter %s', async (_, dead, sent) => {
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
