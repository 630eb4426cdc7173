import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { clientNetwork, limitRate } from '../../../web/limits/rate-limit.ts';
import { longTest } from '../../long-test.ts';
import { aWorld } from '../fixtures.ts';

function open(perSecond: number) {
  let now = 0;
  const limit = limitRate(
    perSecond,
    (c) => c.req.header('x-client'),
    () => now,
  );
  const app = createApp(aWorld({}).ports, limit);
  const ask = (client?: string) =>
    app.request('/search?format=json', client === undefined ? {} : { headers: { 'x-client': client } });
  const statuses = async (n: number, client: string) => {
    const answers = await Promise.all(Array.from({ length: n }, () => ask(client)));
    return answers.map(({ status }) => status);
  };
  return { ask, statuses, wait: (ms: number) => (now += ms) };
}

test('allows a burst of five seconds, then the rate, and refuses more with the time to wait', async () => {
  const { ask, statuses, wait } = open(2);
  expect(await statuses(10, 'a')).toEqual(Array(10).fill(200));
  const refused = await ask('a');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({ type: 'urn:problem-type:thresher:too-many-requests', status: 429 });
  wait(500);
  expect(await statuses(2, 'a')).toEqual([200, 429]);
  wait(60_000);
  expect(await statuses(11, 'a')).toEqual([...Array(10).fill(200), 429]);
});

test('limits each client separately, and none whose address is unknown', async () => {
  const { ask, statuses } = open(1);
  expect(await statuses(6, 'a')).toContain(429);
  expect(await statuses(5, 'b')).toEqual(Array(5).fill(200));
  for (let i = 0; i < 10; i++) expect((await ask()).status).toBe(200);
});

longTest('forgets the client that was idle longest when there are too many', async () => {
  const { ask, statuses } = open(1);
  expect(await statuses(6, 'first')).toContain(429);
  for (let i = 0; i < 10_000; i++) await ask(`client ${i}`);
  expect((await ask('first')).status).toBe(200);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:DB8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('takes %s for the client %s', (address, network) => expect(clientNetwork(address)).toBe(network));
