/** Functions that are killed between any two of their calls, on real engines. */
import { expect, test } from 'vitest';
import { type Copy, FUNCTIONS, sleep } from './stack/stack.ts';
import { STEPS } from './stack/steps.ts';
import { expectWhole, openCrawl } from './stack/whole.ts';

/** So long as the right to a host lasts, and a dispatcher remembers what it sent. */
const LEASE_MS = 320_000;
const STEP_MS = 60_000;

test('functions are killed after each step of the protocol', async () => {
  const { web, stack } = await openCrawl({ hiddenS: 4, hostsAMessage: 2, visitsABatch: 1 }, 1_000_000);
  const running = new Map<string, Copy>();
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
    // What it held is free again: time has passed.
    if (of === 'fetch') stack.letPass(LEASE_MS);
    running.set(of, await stack.start(of));
  }
  expect(missed).toEqual([]);
  await expectWhole(web, stack);
}, 1_200_000);
