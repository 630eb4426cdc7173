import { type ReindexPorts, reindex } from '../shared/index/reindex.ts';
import type { Clock } from '../shared/ports/clock.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import type { ReindexMessage } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { errorFields, log } from './log.ts';

type Ports = ReindexPorts & {
  control: Pick<ControlStore, 'addUsage' | 'setReindexing' | 'clearReindexing'>;
  clock: Pick<Clock, 'now'>;
  ownQueue: Pick<Queue<ReindexMessage>, 'send'>;
};

const EVENTS = { running: 'reindex-continued', done: 'reindexed', outdated: 'reindex-outdated' } as const;

/**
 * Continues a reindex for as long as there is time. If it is not complete, sends a new message for the rest, so that other
 * messages are processed in between.
 */
export async function continueReindex(message: ReindexMessage, ports: Ports, hasTime: () => boolean): Promise<void> {
  const { crawl } = message;
  const { status, state, rejections } = await reindex(message, ports, hasTime);
  for (const { key, error } of rejections) log('error', 'records-refused', { crawl, key, ...errorFields(error) });
  // Renews the mark while the reindex runs, so that no second one can start.
  if (status === 'running') await ports.control.setReindexing(crawl, { at: state.at, seenAt: ports.clock.now() });
  // Adds the metered usage to the crawl.
  await ports.control.addUsage(crawl, {});
  if (status !== 'running') await ports.control.clearReindexing(crawl, state.at);
  // Must be last: if a later step failed, this message would be redelivered beside the new one.
  if (status === 'running') await ports.ownQueue.send([{ crawl, reindex: state }]);
  const { written = 0, refused = 0 } = state;
  log(refused > 0 ? 'error' : 'info', EVENTS[status], { crawl, ...state, written, refused });
}
