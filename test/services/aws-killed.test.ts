/** Functions that are killed after each of their calls, on real engines. */
import { expect, test } from 'vitest';
import { FUNCTIONS, type FunctionInstance, type Stack, sleep } from './stack/stack.ts';
import { STEPS } from './stack/steps.ts';
import { CRAWL, expectCompleteCrawl, openCrawl } from './stack/whole.ts';

const NAMES = ['dispatch', ...FUNCTIONS] as const;
type Name = (typeof NAMES)[number];

/** Duration of a host's lease, and of dispatch's memory of sent hosts, with a margin. */
const LEASE_MS = 320_000;
/** Time limit for a function to reach a step. Dispatch may hold other hosts back for 90 s (`dispatch.ts`), and machines are slow. */
const STEP_MS = 300_000;
/** Wait for fetch after which the clocks advance by an hour: so long rest URLs that look like the cause of the kills. */
const FETCH_WAIT_MS = 100_000;
const HOUR_MS = 3_600_000;
/** More than a function has steps, as each kill is one more receive of the same messages. */
const MAX_RECEIVES = 20;

test('completes a crawl whose functions are killed after each step of the protocol', async () => {
  const options = { hiddenS: 4, maxReceives: MAX_RECEIVES, hostsPerMessage: 2, visitsPerBatch: 1 };
  const { web, stack } = await openCrawl(options, 1_000_000);
  const running = new Map<Name, FunctionInstance>();
  stack.schedule(() => running.get('dispatch'));
  // All functions at once: one that first ran without kills could leave no work for its steps.
  const missed = await Promise.all(NAMES.map((name) => killAfterEachStep(stack, name, running)));
  const { state, outcomes, waiting } = await stack.status(CRAWL);
  expect({ missed: missed.flat(), state, outcomes, waiting }).toMatchObject({ missed: [] });
  await expectCompleteCrawl(web, stack);
}, 2_400_000);

/**
 * Starts a function and kills it after each of its steps, in their order. Then it keeps running.
 *
 * @param running receives the current instance.
 * @returns the steps that it did not reach in time
 */
async function killAfterEachStep(stack: Stack, name: Name, running: Map<Name, FunctionInstance>): Promise<string[]> {
  const missed: string[] = [];
  for (const { step, is } of STEPS.filter(({ of }) => of === name)) {
    const copy = await stack.start(name, {
      after: (call) => void (is(call, stack.environment) && copy.kill()),
    });
    running.set(name, copy);
    const isKilled = await waitForEnd(stack, copy);
    if (!isKilled) {
      missed.push(`${name}: ${step}`);
      await copy.end();
    }
    // The clocks advance, so its lease expires.
    else if (name === 'fetch') stack.advanceClocks(LEASE_MS);
  }
  running.set(name, await stack.start(name));
  return missed;
}

/** Waits for the end of an instance. @returns whether it ended in time */
async function waitForEnd(stack: Stack, copy: FunctionInstance): Promise<boolean> {
  const timer = setInterval(() => copy.name === 'fetch' && stack.advanceClocks(HOUR_MS), FETCH_WAIT_MS);
  await Promise.race([copy.ended, sleep(STEP_MS)]);
  clearInterval(timer);
  return !stack.copies().includes(copy);
}
