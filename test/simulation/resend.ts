/**
 * The check for expired messages, as the daily call of a stack runs it, with its stored position. A day of the check takes a minute
 * of the run, so messages expire many times in a run.
 */
import { dayOf } from '../../shared/maintain/resend/calendar-day.ts';
import { resendExpired } from '../../shared/maintain/resend/resend-expired.ts';
import { readResendPosition, storeResendPosition } from '../../shared/maintain/resend/resend-position.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import type { WorkerPorts } from './stores.ts';
import { EPOCH } from './world.ts';

/**
 * Length of a day of the check, in seconds of the run. A worker may stall between naming an object of captures and storing it; eight
 * of these days are longer than that.
 */
export const CHECK_DAY_S = 60;

/** Probability that the time of a check runs out before an object. */
const OUT_OF_TIME = 0.02;

/** @param reindex called before the position moves past records that are too old to be sent: the log asks an operator for it */
export async function checkExpired(crawl: string, ports: WorkerPorts, reindex: () => Promise<void>): Promise<void> {
  const { captures, documents, records, index, clock, random } = ports;
  const objects = inCheckDays(ports.objects);
  const from = await readResendPosition({ crawl, createdAt: EPOCH }, objects, (error) => {
    throw error;
  });
  const now = checkTime(clock.now());
  const hasTime = () => random.random() >= OUT_OF_TIME;
  await resendExpired(crawl, from, {
    ...{ ports: { objects, captures, documents, records, index }, now, hasTime },
    async onProgress(position, { unchecked }) {
      if (unchecked > 0) await reindex();
      await storeResendPosition(crawl, position, ports.objects);
    },
  });
}

/** Converts a time of the run to a time of the check. Epoch ms. */
const checkTime = (ms: number): number => EPOCH + ((ms - EPOCH) / 1000 / CHECK_DAY_S) * DAY_MS;

/** `<folder>/<crawl>/<yyyy>/<mm>/<dd>/<hhmmss>-…` */
const KEY_TIME = /^\w+\/\w+\/(\d+)\/(\d+)\/(\d+)\/(\d\d)(\d\d)(\d\d)-/;
const DAY_PREFIX = /^(\w+\/\w+\/)(\d+\/\d+\/\d+)\/$/;

/** Lists objects by the days of the check. */
function inCheckDays({ get, list }: Objects): Pick<Objects, 'get' | 'list'> {
  return {
    get,
    async *list(prefix) {
      const [, folder = '', day] = DAY_PREFIX.exec(prefix) ?? [];
      for await (const key of list(folder)) if (checkDayOf(key) === day) yield key;
    },
  };
}

function checkDayOf(key: string): string {
  const [year = 0, month = 0, day, ...time] = (KEY_TIME.exec(key) ?? []).slice(1).map(Number);
  return dayOf(checkTime(Date.UTC(year, month - 1, day, ...time)));
}
