/** Services that process parts of batches, slow down, and deliver messages late and in another order, on real engines. */
import { expect, test } from 'vitest';
import { seeded } from '../../demo/seeded.ts';
import { refusedMessages, withoutLast } from './stack/partial-batches.ts';
import { FUNCTIONS, sleep } from './stack/stack.ts';
import type { Answer, Call, Plan } from './stack/tap.ts';
import { expectCompleteCrawl, openCrawl } from './stack/whole.ts';

/** Longest delay of a message. Milliseconds. */
const MAX_DELAY_MS = 4_000;

test('completes a crawl although services refuse messages and parts of batches, S3 slows down, messages come late and in another order, and dispatch runs twice', async () => {
  const { web, stack } = await openCrawl();
  const random = seeded('partial');
  const parts = new Set<string>();
  const counts = { refused: 0, slow: 0 };
  const plan: Plan = {
    async before(call) {
      const { service, operation } = call;
      const refusal = random() < 0.2 ? refusedMessages(call) : undefined;
      if (refusal) {
        counts.refused++;
        return refusal;
      }
      if (service === 's3' && random() < 0.1) {
        counts.slow++;
        return slowDown();
      }
      if (operation === 'SendMessageBatch' && random() < 0.5) await sleep(random() * MAX_DELAY_MS);
      return undefined;
    },
    part(call: Call) {
      // A crawl writes only some seven batches of several items to DynamoDB: the first of each operation is cut for certain.
      const part = !parts.has(call.operation) || random() < 0.3 ? withoutLast(call) : undefined;
      if (part) parts.add(call.operation);
      return part;
    },
  };
  // The scheduler calls at least once: two calls of dispatch may run at the same time.
  for (const name of [...FUNCTIONS, 'fetch', 'dispatch', 'dispatch'] as const) {
    const copy = await stack.start(name, plan);
    if (name === 'dispatch') stack.schedule(copy);
  }
  await expectCompleteCrawl(web, stack);
  expect(parts).toContain('BatchWriteItem');
  expect(counts.refused).toBeGreaterThan(5);
  expect(counts.slow).toBeGreaterThan(5);
}, 1_200_000);

function slowDown(): Answer {
  const body = Buffer.from('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>');
  return { status: 503, headers: { 'content-type': 'application/xml' }, body };
}
