import { seeded } from '../site/seeded.ts';
import { type Child, startThresher, until } from './child.ts';
import { withStores } from './remains.ts';
import { PAUSE_MS, type SmallWeb } from './small-web.ts';

/** When a runner was killed, and what was under way then. */
export type Interruption = { afterMs: number; since: 'start' | 'first request'; leases: number; messages: number };

/** Visits of the larger hosts take about so long, with their commit: all of their moments are met. */
const LONGEST_MS = 3_500;
/** One in so many is killed while it starts, and takes over what the one before had. */
const AT_START = 4;
const START_MS = 700;

/**
 * Crawls the small web in processes that are killed (SIGKILL) at random moments, one after the other, and in a last one
 * that may end by itself.
 */
export async function killedCrawl(web: SmallWeb, kills: number, seed: string) {
  const random = seeded(seed);
  const delay = `${PAUSE_MS / 1000}`;
  const start = () => startThresher(['crawl', web.crawlFile, '--dir', web.dir, '--delay', delay, '--json']);
  const interruptions: Interruption[] = [];
  while (interruptions.length < kills) {
    const since = interruptions.length % AT_START === AT_START - 1 ? 'start' : 'first request';
    const afterMs = Math.round(random() * (since === 'start' ? START_MS : LONGEST_MS));
    const before = web.site.log.requests.length;
    const child = start();
    const moment = since === 'start' ? undefined : until(() => web.site.log.requests.length > before);
    await notBefore(
      child,
      (moment ?? Promise.resolve()).then(() => sleep(afterMs)),
    );
    child.process.kill('SIGKILL');
    await child.ended;
    interruptions.push({ afterMs, since, ...(await underWay(web)) });
  }
  return { interruptions, last: await start().ended };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @throws when the child has ended before the moment. */
async function notBefore({ ended }: Child, moment: Promise<void>): Promise<void> {
  const over = await Promise.race([ended, moment]);
  if (over) throw new Error(`it ended before it was killed: ${JSON.stringify(over)}`);
}

function underWay({ dir, settings }: SmallWeb) {
  return withStores(dir, async ({ standing, clock }) => {
    const { leases, messages } = standing(settings.crawl, clock.now());
    return { leases, messages };
  });
}
