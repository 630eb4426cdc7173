/** Duplicate messages and throttled tables, on real engines. */
import { expect, test } from 'vitest';
import { seeded } from '../../demo/seeded.ts';
import { FUNCTIONS, sleep } from './stack/stack.ts';
import type { Answer, Plan } from './stack/tap.ts';
import { expectCompleteCrawl, openCrawl } from './stack/whole.ts';

test('completes a crawl with duplicate messages and with tables that throttle 10 % of the calls, and all of them for 3 s', async () => {
  const { web, stack } = await openCrawl();
  const random = seeded('throttled');
  let refuseAll = false;
  let refused = 0;
  const plan: Plan = {
    before({ service }) {
      if (service !== 'dynamodb' || !(refuseAll || random() < 0.1)) return undefined;
      refused++;
      return throttled();
    },
    twice: ({ operation }) => operation === 'SendMessageBatch',
  };
  for (const name of [...FUNCTIONS, 'fetch', 'dispatch'] as const) {
    const copy = await stack.start(name);
    copy.tap.plan = plan;
    if (name === 'dispatch') stack.schedule(copy);
  }
  await sleep(6_000);
  refuseAll = true;
  await sleep(3_000);
  refuseAll = false;
  await expectCompleteCrawl(web, stack);
  expect(refused).toBeGreaterThan(100);
}, 1_200_000);

function throttled(): Answer {
  const type = 'com.amazonaws.dynamodb.v20120810#ThrottlingException';
  const body = Buffer.from(
    JSON.stringify({ __type: type, message: 'Rate of requests exceeds the allowed throughput.' }),
  );
  return { status: 400, headers: { 'content-type': 'application/x-amz-json-1.0' }, body };
}
