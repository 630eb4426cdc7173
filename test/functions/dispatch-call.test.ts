import { beforeEach, expect, test, vi } from 'vitest';
import { runDispatchCall } from '../../functions/dispatch-call.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { meteredControl } from '../../shared/meter/metered-control.ts';
import { type RunMeter, runMeter } from '../../shared/meter/run-meter.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { ControlStore } from '../../shared/ports/control.ts';

/** A clock whose sleep passes at once. */
let now: number;
const clock: Clock = {
  now: () => now,
  async sleep(ms) {
    now += ms;
  },
};

let meter: RunMeter;
let control: ControlStore;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  now = 1_000_000;
  meter = runMeter(clock, 512);
  control = meteredControl(sqliteControl(openDatabase(':memory:')), meter);
  await control.create('one', 'settings', 0);
});

/** Runs a call of which each round takes a second. `hosts`: what each round sends */
async function call(hosts: readonly number[], { isActive = false, repeated = true, payer = 'one' } = {}) {
  let rounds = 0;
  const round = async () => {
    now += 1_000;
    const sent = hosts[rounds++] ?? 0;
    if (sent > 0) await control.addUsage('one', { sent });
    return { hosts: sent, freeSlots: 99, isActive, hasBegun: false, payer };
  };
  meter.start();
  await runDispatchCall(round, repeated ? { inVain: 0, skip: 0 } : undefined, { control, clock }, meter);
  meter.end();
}

const chargedTo = async (crawl: string) => (await control.get(crawl))?.counts['usage.lambda.gb-s'] ?? 0;

test('charges the time in which a call waited to the crawl that sent hosts', async () => {
  await call([1]);
  // Rounds at 0, 10 and 20 s.
  expect(await chargedTo('one')).toBe(21 / 2);
});

test('charges a call that sent nothing but waited for a visit', async () => {
  await call([], { isActive: true });
  expect(await chargedTo('one')).toBe(41 / 2);
});

test('charges a call of the idle stack to no crawl, also not to the next one', async () => {
  await call([]);
  await control.addUsage('one', { pages: 1 });
  expect(await chargedTo('one')).toBe(0);
});

test('leaves the rest of a call that sent hosts in one round to the next update', async () => {
  await call([1], { repeated: false });
  expect(await chargedTo('one')).toBe(1 / 2);
  await control.addUsage('one', {});
  expect((await control.get('one'))?.counts['usage.lambda.invocations']).toBe(1);
});

test('keeps the usage for the next update if it cannot be charged', async () => {
  await call([], { isActive: true, payer: 'unknown' });
  await control.addUsage('one', {});
  expect(await chargedTo('one')).toBe(41 / 2);
});
