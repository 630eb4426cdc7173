import { type ReindexPorts, reindex } from '../shared/index/reindex.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import type { ReindexMessage } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { faultOf, log } from './log.ts';

type Ports = ReindexPorts & { control: Pick<ControlStore, 'settle'>; own: Pick<Queue<ReindexMessage>, 'send'> };

const EVENTS = { going: 'reindex-goes-on', done: 'reindexed', outdated: 'reindex-outdated' } as const;

/**
 * One call's part of a reindexing: as much as there is time for; the rest is a new message, which other messages may come
 * before.
 */
export async function reindexRun(message: ReindexMessage, ports: Ports, hasTime: () => boolean): Promise<void> {
  const { crawl } = message;
  const { is, state, refusals } = await reindex(message, ports, hasTime);
  for (const { key, error } of refusals) log('error', 'records-refused', { crawl, key, ...faultOf(error) });
  // What it used is put down to the crawl.
  await ports.control.settle(crawl, {});
  // Last: were anything to fail behind it, this message would come again beside the one that goes on.
  if (is === 'going') await ports.own.send([{ crawl, reindex: state }]);
  const { told = 0, refused = 0 } = state;
  log(refused > 0 ? 'error' : 'info', EVENTS[is], { crawl, ...state, told, refused });
}
