import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control, ControlStore, ReindexMark } from '../../shared/ports/control.ts';
import type { ReindexMessage } from '../../shared/ports/messages.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import { HOUR_MS } from '../../shared/text/time-units.ts';
import { type AdminResponse, errorResponse } from './response.ts';

type Ports = {
  records?: Pick<Queue<ReindexMessage>, 'send'>;
  control: Pick<ControlStore, 'setReindexing' | 'clearReindexing'>;
  clock: Clock;
};

/**
 * Time without activity after which a reindex no longer counts as running. Longer than a call with all its retries until the
 * message is dead-lettered. Milliseconds.
 */
const MAX_INACTIVE_MS = HOUR_MS;

/**
 * Starts a reindex of a crawl: the index function continues it until it is complete. Only one runs at a time per crawl, since
 * each one writes all records. The mark in the control item is renewed by each call that continues the reindex.
 */
export async function reindexAction(control: Control, ports: Ports): Promise<AdminResponse> {
  const { records, clock } = ports;
  if (!records) return errorResponse(409, 'this stack has no search engine: deploy it with another `search`');
  const { crawl, reindexing } = control;
  const at = clock.now();
  if (reindexing && at < expiryOf(reindexing)) return errorResponse(409, alreadyRunning(crawl, reindexing));
  await ports.control.setReindexing(crawl, { at, seenAt: at });
  try {
    await records.send([{ crawl, reindex: { at } }]);
  } catch (error) {
    // No reindex was started, so the mark must not block the next request.
    await ports.control.clearReindexing(crawl, at);
    throw error;
  }
  const body: AdminAnswer<'reindex'> = { crawl, at };
  return { status: 200, body };
}

const formatTime = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '');

const expiryOf = ({ seenAt }: ReindexMark) => seenAt + MAX_INACTIVE_MS;

const alreadyRunning = (crawl: string, mark: ReindexMark) =>
  `crawl ${crawl} is already being reindexed since ${formatTime(mark.at)} (last activity ${formatTime(mark.seenAt)}); ` +
  `if the activity stops, you can start another reindex after ${formatTime(expiryOf(mark))}`;
