import { type ReindexPorts, reindex } from '../shared/index/reindex.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import type { ReindexMessage } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { log } from './log.ts';

type Ports = ReindexPorts & { control: ControlStore; own: Pick<Queue<ReindexMessage>, 'send'> };

/**
 * One call's part of a reindexing: as much as there is time for; the rest is a new message, which other messages may come
 * before.
 */
export async function reindexRun(message: ReindexMessage, ports: Ports, hasTime: () => boolean): Promise<void> {
  const { crawl } = message;
  const rest = await reindex(message, ports, hasTime);
  if (rest) await ports.own.send([{ crawl, reindex: rest }]);
  // What it used is put down to the crawl.
  await ports.control.settle(crawl, {});
  log('info', rest ? 'reindex-goes-on' : 'reindexed', { crawl, ...(rest ?? message.reindex) });
}
