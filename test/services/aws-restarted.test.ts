/**
 * Stops the stores of a stack during a crawl and restarts them with their data: tables, queues and buckets, one after the
 * other. Meanwhile everything that needs the store fails: visits, messages, dispatch and admin.
 */
import { expect, test } from 'vitest';
import { engine } from './engines/engine.ts';
import { type Running, start, waitUntilIdle } from './engines/process.ts';
import { PERSISTENT_RECIPES } from './engines/recipes.ts';
import { FUNCTIONS, type Stack, sleep } from './stack/stack.ts';
import type { Service } from './stack/tap.ts';
import { CRAWL, closeAfterTest, expectCompleteCrawl, openCrawl } from './stack/whole.ts';

type Store = keyof typeof PERSISTENT_RECIPES;
const STORES = Object.keys(PERSISTENT_RECIPES) as Store[];

/** Duration of an outage, long enough that running functions fail. */
const AWAY_MS = 3_000;
/** Duration of a host's lease that could not be released, and of dispatch's memory of sent hosts, with a margin. */
const LEASE_MS = 320_000;

async function waitForPages(stack: Stack, pages: number): Promise<number> {
  for (const began = performance.now(); ; ) {
    const { urls: found } = await stack.status(CRAWL);
    if (found >= pages) return found;
    if (performance.now() - began > 600_000) throw new Error(`${found} of ${pages} pages fetched in time`);
    await sleep(100);
  }
}

test('completes a crawl without losses or dead letters although tables, queues and buckets are down for a while', async () => {
  const running = {} as Record<Store, Running>;
  const search = engine('opensearch');
  const startOne = async (name: Store) => {
    running[name] = await start(name, PERSISTENT_RECIPES[name], running[name]);
  };
  await Promise.all(STORES.map(startOne));
  closeAfterTest({ close: async () => void (await Promise.all(STORES.map((name) => running[name].stop()))) });
  const urls = Object.fromEntries(STORES.map((name) => [name, running[name].url]));
  const options = { engines: { ...urls, search: await search } };
  const { web, stack, pages } = await openCrawl(options);
  /** Number of calls that failed because their store was down. */
  const failed = new Map<Service, number>();
  let away: Store | undefined;
  for (const name of [...FUNCTIONS, 'dispatch'] as const) {
    const copy = await stack.start(name);
    copy.tap.plan = {
      before({ service }) {
        if (service !== away) return undefined;
        failed.set(service, (failed.get(service) ?? 0) + 1);
        return 'unreachable';
      },
    };
    if (name === 'dispatch') stack.schedule(copy);
  }

  let fetched = 0;
  for (const [i, name] of STORES.entries()) {
    fetched = await waitForPages(stack, Math.max(fetched + 5, Math.round((pages * (i + 1)) / 6)));
    // No call is answered any more. The store may still be writing answered calls to disk, which AWS would have done before.
    away = name;
    await waitUntilIdle(running[name]);
    await running[name].stop('keep');
    await sleep(AWAY_MS);
    await startOne(name);
    away = undefined;
    // Leases that could not be released expire.
    stack.advanceClocks(LEASE_MS);
  }
  expect(fetched).toBeLessThan(pages);
  expect(STORES.filter((name) => !failed.get(name))).toEqual([]);
  await expectCompleteCrawl(web, stack);
}, 1_200_000);
