import { expect, test } from 'vitest';
import { batchWrite } from '../../shared/aws/dynamo/dynamo-batch.ts';
import { isAwsUnavailable } from '../../shared/aws/unavailable.ts';
import { recordingClient } from './recording-client.ts';

test('reports an outage by a batch of which a table never takes the rest', async () => {
  const writes = [{ PutRequest: { Item: { host: { S: 'a.example' } } } }];
  const { client } = recordingClient(() => ({ UnprocessedItems: { heads: writes } }));
  const error = await batchWrite(client, 'heads', writes).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('did not process a batch completely after 8 retries');
  expect(isAwsUnavailable(error)).toBe(true);
});
