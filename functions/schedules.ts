import type { ScheduledCall, Schedules } from '../shared/ports/schedules.ts';
import { recallOf } from '../shared/settings/schedules/scheduled.ts';
import { type RecrawlPorts, tellHosts } from './admin/recrawl-action.ts';
import { settingsAt } from './crawl-cache.ts';
import { log } from './log.ts';

/** A call ends so long before the function's time is up. Milliseconds. */
export const RESERVE_MS = 30_000;

/** Schedules that are made for a time keep minutes. Milliseconds. */
const GO_ON_MS = 60_000;

/**
 * A schedule's call. What its crawl has no more, because somebody was stopped before removing it, is removed now; a crawl
 * that is paused or stopped is left alone, or recalls would pile up in its inboxes.
 *
 * @param leftMs of the function's time; past it no host is told any more, and a call that comes soon goes on with the others.
 */
export async function runScheduled(
  { crawl, name, at, after }: ScheduledCall['scheduled'],
  ports: RecrawlPorts & { schedules?: Schedules },
  leftMs: number,
): Promise<void> {
  const until = ports.clock.now() + leftMs - RESERVE_MS;
  const control = await ports.control.get(crawl);
  const settings = control && (await settingsAt(ports.objects, control.settingsKey));
  const schedule = settings?.schedules.find((one) => one.name === name);
  if (!control || !settings || !schedule) {
    await ports.schedules?.remove({ crawl, name });
    log('info', 'schedule-removed', { crawl, name });
    return;
  }
  if (control.state !== 'open') {
    log('info', 'schedule-passed', { crawl, name, state: control.state });
    return;
  }
  // A call that is repeated bears the same time, so that its recall is the same; a date that is none is not passed on.
  const due = Date.parse(at);
  const now = ports.clock.now();
  const recall = recallOf(schedule, Number.isNaN(due) ? now : Math.min(due, now), settings);
  const told = await tellHosts(crawl, recall, after, ports, until);
  if (told.after !== undefined) {
    const call = { crawl, name, at: Number.isNaN(due) ? new Date(now).toISOString() : at, after: told.after };
    await ports.schedules?.goOn({ scheduled: call }, ports.clock.now() + GO_ON_MS);
  }
  log('info', told.done ? 'recrawl' : 'recrawl-goes-on', { crawl, name, hosts: told.hosts });
}
