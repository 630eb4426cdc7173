/**
 * The stores of a stack, stopped in the middle of a crawl and started again with what they had: its tables, its queues and its
 * buckets, one after the other. While one is away, whatever needs it fails: visits, messages, dispatch and admin.
 */
import { expect, test } from 'vitest';
import { engine } from './engines/engine.ts';
import { type Running, start, untilIdle } from './engines/process.ts';
import { KEEPING } from './engines/recipes.ts';
import { FUNCTIONS, type Stack, sleep } from './stack/stack.ts';
import type { Service } from './stack/tap.ts';
import { CRAWL, closing, expectWhole, openCrawl } from './stack/whole.ts';

type Store = keyof typeof KEEPING;
const STORES = Object.keys(KEEPING) as Store[];

/** A function is in the middle of something then, and gives it up. */
const AWAY_MS = 3_000;
/** So long the right to a host lasts that nobody could release, and a dispatcher remembers what it sent. */
const LEASE_MS = 320_000;

async function untilFetched(stack: Stack, pages: number): Promise<number> {
  for (const began = performance.now(); ; ) {
    const { pages: found } = await stack.status(CRAWL);
    if (found >= pages) return found;
    if (performance.now() - began > 600_000) throw new Error(`${found} pages, and ${pages} were to come`);
    await sleep(100);
  }
}

test('tables, queues and buckets are away for a while in the middle of a crawl: nothing is lost, and nothing given up', async () => {
  const running = {} as Record<Store, Running>;
  const search = engine('opensearch');
  const startOne = async (name: Store) => {
    running[name] = await start(name, KEEPING[name], running[name]);
  };
  await Promise.all(STORES.map(startOne));
  closing({ close: async () => void (await Promise.all(STORES.map((name) => running[name].stop()))) });
  const urls = Object.fromEntries(STORES.map((name) => [name, running[name].url]));
  const options = { engines: { ...urls, search: await search } };
  const { web, stack, pages } = await openCrawl(options);
  /** Calls that found their store away. */
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
    fetched = await untilFetched(stack, Math.max(fetched + 5, Math.round((pages * (i + 1)) / 6)));
    // Nobody is answered any more; what was, the store may write down a moment later than AWS would have.
    away = name;
    await untilIdle(running[name]);
    await running[name].stop('keep');
    await sleep(AWAY_MS);
    await startOne(name);
    away = undefined;
    // Whoever could not release a host holds it no longer.
    stack.letPass(LEASE_MS);
  }
  expect(fetched).toBeLessThan(pages);
  expect(STORES.filter((name) => !failed.get(name))).toEqual([]);
  await expectWhole(web, stack);
}, 1_200_000);
