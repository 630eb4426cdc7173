/** Functions that are killed after each of their calls, on real engines. */
import { expect, test } from 'vitest';
import { FUNCTIONS, type FunctionInstance, sleep } from './stack/stack.ts';
import { STEPS } from './stack/steps.ts';
import { expectCompleteCrawl, openCrawl } from './stack/whole.ts';

/** Duration of a host's lease, and of dispatch's memory of sent hosts, with a margin. */
const LEASE_MS = 320_000;
/** Time limit for a function to reach a step. Dispatch may hold other hosts back for 90 s (`dispatch.ts`), and machines are slow. */
const STEP_MS = 180_000;

test('completes a crawl whose functions are killed after each step of the protocol', async () => {
  const { web, stack } = await openCrawl({ hiddenS: 4, hostsPerMessage: 2, visitsPerBatch: 1 }, 1_000_000);
  const running = new Map<string, FunctionInstance>();
  for (const name of [...FUNCTIONS, 'dispatch'] as const) running.set(name, await stack.start(name));
  stack.schedule(() => running.get('dispatch')!);

  const missed: string[] = [];
  for (const { of, step, is } of STEPS) {
    const copy = running.get(of)!;
    copy.tap.plan = { after: (call) => void (is(call, stack.environment) && copy.kill()) };
    await Promise.race([copy.ended, sleep(STEP_MS)]);
    if (stack.copies().includes(copy)) {
      missed.push(`${of}: ${step}`);
      copy.tap.plan = {};
      continue;
    }
    // The clocks advance, so its lease expires.
    if (of === 'fetch') stack.advanceClocks(LEASE_MS);
    running.set(of, await stack.start(of));
  }
  expect(missed).toEqual([]);
  await expectCompleteCrawl(web, stack);
}, 2_400_000);
