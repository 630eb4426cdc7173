import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control, ControlStore } from '../../shared/ports/control.ts';
import type { ReindexMessage } from '../../shared/ports/messages.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import { findRunningReindex, markReindexing, type RunningReindex, reindexMarkId } from './reindex-mark.ts';
import { type AdminResponse, errorResponse } from './response.ts';

type Ports = {
  records?: Pick<Queue<ReindexMessage>, 'send'>;
  control: Pick<ControlStore, 'addUsage' | 'reserve'>;
  clock: Clock;
};

/**
 * Starts a reindex of a crawl: the index function continues it until it is complete. Only one runs at a time per crawl, since
 * each one writes all records.
 */
export async function reindexAction(control: Control, ports: Ports): Promise<AdminResponse> {
  const { records, clock } = ports;
  if (!records) return errorResponse(409, 'this stack has no search engine: deploy it with another `search`');
  const { crawl } = control;
  const at = clock.now();
  const running = findRunningReindex(control, at);
  if (running) return errorResponse(409, alreadyRunning(crawl, running));
  await markReindexing(ports.control, crawl, at, at);
  try {
    await records.send([{ crawl, reindex: { at } }]);
  } catch (error) {
    // No reindex was started, so the mark must not block the next request.
    await ports.control.addUsage(crawl, {}, reindexMarkId(at));
    throw error;
  }
  const body: AdminAnswer<'reindex'> = { crawl, at };
  return { status: 200, body };
}

const formatTime = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '');

const alreadyRunning = (crawl: string, { requestedAt, lastActiveAt, expiresAt }: RunningReindex) =>
  `crawl ${crawl} is already being reindexed since ${formatTime(requestedAt)} (last activity ${formatTime(lastActiveAt)}); ` +
  `if the activity stops, you can start another reindex after ${formatTime(expiresAt)}`;
