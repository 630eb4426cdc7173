import { expect, test } from 'vitest';
import { openRequests } from '../../../cli/mcp/open-requests.ts';

const isAnswered = (requests: ReturnType<typeof openRequests>): Promise<boolean> =>
  Promise.race([requests.whenAnswered().then(() => true), new Promise<false>((done) => setImmediate(done, false))]);

test('waits for the answer of each request, also one that is an error', async () => {
  const requests = openRequests();
  requests.receive({ method: 'tools/list', id: 'a' });
  requests.receive({ method: 'tools/call', id: 0 });
  requests.answer({ id: 'a', result: {} });
  expect(await isAnswered(requests)).toBe(false);
  requests.answer({ id: 0, error: {} });
  expect(await isAnswered(requests)).toBe(true);
});

test.each([
  ['no message', []],
  ['a notification', [{ method: 'notifications/initialized' }]],
  ['a subscription, which has no answer', [{ method: 'subscriptions/listen', id: 1 }]],
  [
    'a request that the client has cancelled',
    [
      { method: 'tools/call', id: 1 },
      { method: 'notifications/cancelled', params: { requestId: 1 } },
    ],
  ],
])('does not wait for %s', async (_, messages) => {
  const requests = openRequests();
  for (const message of messages) requests.receive(message);
  expect(await isAnswered(requests)).toBe(true);
});

test('takes a request of the server for no answer', async () => {
  const requests = openRequests();
  requests.receive({ method: 'tools/call', id: 1 });
  requests.answer({ method: 'roots/list', id: 1 });
  expect(await isAnswered(requests)).toBe(false);
});
