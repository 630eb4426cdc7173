import { z } from 'zod';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control, ControlStore } from '../../shared/ports/control.ts';
import type { ReindexMessage } from '../../shared/ports/messages.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import { type Answer, wrong } from './answer.ts';
import { mark, markOf, type RunningReindex, runningReindex } from './reindex-mark.ts';

/** Asks that all records of a crawl are written again, under a new index. */
export const ReindexRequest = z.strictObject({ action: z.literal('reindex'), crawl: z.string() });

type Ports = {
  records?: Pick<Queue<ReindexMessage>, 'send'>;
  control: Pick<ControlStore, 'settle' | 'share'>;
  clock: Clock;
};

/** Only begins it: the function that writes records goes on until it is done. One at a time, as each costs its full price. */
export async function reindexAction(asked: Control, { records, control, clock }: Ports): Promise<Answer> {
  if (!records) return wrong(409, 'this stack has no search engine: deploy it with another `search`');
  const { crawl } = asked;
  const at = clock.now();
  const running = runningReindex(asked, at);
  if (running) return wrong(409, refusal(crawl, running));
  await mark(control, crawl, at, at);
  try {
    await records.send([{ crawl, reindex: { at } }]);
  } catch (error) {
    // Nothing goes on that another request would have to wait for.
    await control.settle(crawl, {}, markOf(at));
    throw error;
  }
  return { status: 200, body: { crawl, at } };
}

const timeOf = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '');

const refusal = (crawl: string, { at, heardAt, until }: RunningReindex) =>
  `crawl ${crawl} is being written to a new index already, since ${timeOf(at)} (last heard of at ${timeOf(heardAt)}); ` +
  `should that be heard of no more, another may be asked for after ${timeOf(until)}`;
