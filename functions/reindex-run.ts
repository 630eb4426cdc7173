import { type ReindexPorts, reindex } from '../shared/index/reindex.ts';
import type { Clock } from '../shared/ports/clock.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import type { ReindexMessage } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { mark, markOf } from './admin/reindex-mark.ts';
import { faultOf, log } from './log.ts';

type Ports = ReindexPorts & {
  control: Pick<ControlStore, 'settle' | 'share'>;
  clock: Pick<Clock, 'now'>;
  own: Pick<Queue<ReindexMessage>, 'send'>;
};

const EVENTS = { going: 'reindex-goes-on', done: 'reindexed', outdated: 'reindex-outdated' } as const;

/**
 * One call's part of a reindexing: as much as there is time for; the rest is a new message, which other messages may come
 * before.
 */
export async function reindexRun(message: ReindexMessage, ports: Ports, hasTime: () => boolean): Promise<void> {
  const { crawl } = message;
  const { is, state, refusals } = await reindex(message, ports, hasTime);
  for (const { key, error } of refusals) log('error', 'records-refused', { crawl, key, ...faultOf(error) });
  // What it used is put down to the crawl; while it goes on nobody may ask for another.
  if (is === 'going') await mark(ports.control, crawl, state.at, ports.clock.now());
  await ports.control.settle(crawl, {}, is === 'going' ? undefined : markOf(state.at));
  // Last: were anything to fail behind it, this message would come again beside the one that goes on.
  if (is === 'going') await ports.own.send([{ crawl, reindex: state }]);
  const { told = 0, refused = 0 } = state;
  log(refused > 0 ? 'error' : 'info', EVENTS[is], { crawl, ...state, told, refused });
}
