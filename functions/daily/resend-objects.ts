import { MAX_RECORDS_AGE_MS, type ResendPorts } from '../../shared/maintain/resend/resend-day.ts';
import { type Resent, resendExpired } from '../../shared/maintain/resend/resend-expired.ts';
import { readResendPosition, storeResendPosition } from '../../shared/maintain/resend/resend-position.ts';
import { MAX_TRIES } from '../../shared/maintain/resend/sent-days.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control, ControlStore } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import { rotated } from '../count-crawls.ts';
import { errorFields, log } from '../log.ts';
import { SCHEDULED_CALL_RESERVE_MS } from '../schedules.ts';

type Ports = Omit<ResendPorts, 'captures' | 'documents' | 'objects'> &
  Partial<Pick<ResendPorts, 'captures' | 'documents'>> & {
    objects: Pick<Objects, 'list' | 'get' | 'put'>;
    control: Pick<ControlStore, 'list' | 'addUsage'>;
    clock: Clock;
  };

/**
 * Sends stored objects of all crawls again whose messages have expired, also those of paused and stopped crawls: their pages
 * were fetched. If one crawl fails, the others are still checked; the next call continues where this one stopped.
 *
 * @param remainingMs remaining time of the invocation
 */
export async function resendObjects({ captures, documents, ...ports }: Ports, remainingMs: number): Promise<void> {
  if (!captures || !documents) throw new Error('the URLs of the queues of captures and documents are missing');
  const { clock, control } = ports;
  const until = clock.now() + remainingMs - SCHEDULED_CALL_RESERVE_MS;
  const hasTime = () => clock.now() < until;
  // Starts with another crawl every day, so that one which takes all the time does not keep the others from their turn.
  for (const item of rotated(await control.list(), Math.floor(clock.now() / DAY_MS))) {
    if (!hasTime()) return;
    try {
      await resendOf(item, { ...ports, captures, documents }, hasTime);
      // Adds the metered usage of the check to the crawl.
      await control.addUsage(item.crawl, {});
    } catch (error) {
      log('error', 'resend-failed', { crawl: item.crawl, ...errorFields(error) });
    }
  }
}

/** Logs what was sent also if the check fails: the next call does not count the days again that this one completed. */
async function resendOf(
  item: Pick<Control, 'crawl' | 'createdAt'>,
  ports: ResendPorts & { objects: Pick<Objects, 'put'>; clock: Clock },
  hasTime: () => boolean,
): Promise<void> {
  const { crawl } = item;
  const from = await readResendPosition(item, ports.objects, (error) =>
    log('error', 'resend-position-damaged', { crawl, ...errorFields(error) }),
  );
  let resent: Resent | undefined;
  try {
    await resendExpired(crawl, from, {
      ...{ ports, now: ports.clock.now(), hasTime },
      async onProgress(position, soFar) {
        resent = soFar;
        await storeResendPosition(crawl, position, ports.objects);
      },
    });
  } finally {
    if (resent) logResent(crawl, resent);
  }
}

function logResent(crawl: string, resent: Resent): void {
  const { unchecked, old, again, givenUp, example, ...sent } = resent;
  if (Object.values(sent).some((n) => n > 0)) log('error', 'resent', { crawl, ...sent });
  const days = MAX_RECORDS_AGE_MS / DAY_MS;
  const reindex = 'run `thresher reindex` when they are processed: pages may have changed or gone since';
  if (old > 0)
    log('error', 'resent-old', { crawl, objects: old, advice: `objects older than ${days} days; ${reindex}` });
  const expired =
    'objects of these days were sent before: a stage stands still or cannot process them; see its log and `thresher dlq`';
  if (again > 0) log('error', 'resent-again', { crawl, objects: again, example, advice: expired });
  const repair = `sent ${MAX_TRIES} times, and not again: repair or delete the objects that \`thresher dlq\` names`;
  if (givenUp > 0) log('error', 'resend-given-up', { crawl, objects: givenUp, example, advice: repair });
  const advice = `objects of records older than ${days} days that the index may lack were not sent: run thresher reindex`;
  if (unchecked > 0) log('error', 'resend-unchecked', { crawl, unchecked, advice });
}
