import { seeded } from '../../../demo/seeded.ts';
import { type Child, startThresher } from '../child.ts';
import { withStores } from '../remains.ts';
import { PAUSE_MS, type SmallWeb } from '../small-web.ts';

/** When a runner was killed, and the leases and messages it held. */
export type Interruption = { at: Moment; afterMs: number; leases: number; messages: number };

/**
 * `start`: while it starts and takes over from the previous run. `request`: when a site was requested and has not
 * answered, so that a lease is held regardless of the machine's load. `any`: at any time.
 */
type Moment = 'request' | 'any' | 'start';

/** Moments in cyclic order. */
const MOMENTS: readonly Moment[] = ['request', 'any', 'request', 'start'];

/**
 * Longest delay after the first request. Visits of large hosts take about this long with their commit, so all of their
 * phases are hit.
 */
const LONGEST_MS = 3_500;
const START_MS = 700;

/**
 * Crawls the demo website in processes that are killed (SIGKILL) at random moments, and in a last one that ends by
 * itself.
 */
export async function killedCrawl(web: SmallWeb, kills: number, seed: string) {
  const random = seeded(seed);
  const delay = `${PAUSE_MS / 1000}`;
  const start = () => startThresher(['crawl', web.crawlFile, '--dir', web.dir, '--delay', delay, '--json']);
  const interruptions: Interruption[] = [];
  while (interruptions.length < kills) {
    const at = MOMENTS[interruptions.length % MOMENTS.length]!;
    const afterMs = Math.round(random() * (at === 'start' ? START_MS : LONGEST_MS));
    const child = start();
    await killAt(at, afterMs, child, web);
    interruptions.push({ at, afterMs, ...(await underWay(web)) });
  }
  return { interruptions, last: await start().ended };
}

/** @throws if the child ends before the moment */
async function killAt(at: Moment, afterMs: number, { process, ended }: Child, { site }: SmallWeb): Promise<void> {
  let isKilled = false;
  const kill = () => {
    isKilled = process.kill('SIGKILL');
  };
  const later = (then: () => void) => setTimeout(then, afterMs);
  if (at === 'start') later(kill);
  else site.log.next(() => later(at === 'any' ? kill : () => site.log.next(kill)));
  const over = await ended;
  if (!isKilled) throw new Error(`it ended before it was killed: ${JSON.stringify(over)}`);
}

function underWay({ dir, settings }: SmallWeb) {
  return withStores(dir, async ({ progress, clock }) => {
    const { heldLocks: leases, pendingMessages: messages } = progress(settings.crawl, clock.now());
    return { leases, messages };
  });
}
