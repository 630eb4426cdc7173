import { HEAD_CHANGE_COUNT } from '../shared/frontier/explain/count-heads.ts';
import type { ScheduledCall, Schedules } from '../shared/ports/schedules.ts';
import { scheduledRecrawl } from '../shared/settings/schedules/schedule-actions.ts';
import { type RecrawlPorts, requestRecrawl } from './admin/recrawl-action.ts';
import { loadSettings } from './crawl-cache.ts';
import { log } from './log.ts';

/** Time reserved at the end of an invocation. Milliseconds. */
export const SCHEDULED_CALL_RESERVE_MS = 30_000;

/** Delay of the call that continues this one. One-time schedules have a precision of a minute. Milliseconds. */
const CONTINUE_AFTER_MS = 60_000;

/**
 * Handles the call of a schedule: makes the pages of its crawl due. Deletes a schedule that is no longer in the settings, which
 * an interrupted request left behind. Does nothing for a paused or stopped crawl, whose inboxes would otherwise fill up.
 *
 * @param remainingMs remaining time of the invocation. If it does not suffice for all hosts, a one-time schedule continues.
 */
export async function runScheduledCall(
  { crawl, name, at, after }: ScheduledCall['scheduled'],
  ports: RecrawlPorts & { schedules?: Schedules },
  remainingMs: number,
): Promise<void> {
  const until = ports.clock.now() + remainingMs - SCHEDULED_CALL_RESERVE_MS;
  const control = await ports.control.get(crawl);
  const settings = control && (await loadSettings(ports.objects, control.settingsKey));
  const schedule = settings?.schedules.find((candidate) => candidate.name === name);
  if (!control || !settings || !schedule) {
    await ports.schedules?.remove({ crawl, name });
    log('info', 'schedule-removed', { crawl, name });
    return;
  }
  if (control.state !== 'open') {
    log('info', 'schedule-passed', { crawl, name, state: control.state });
    return;
  }
  // A repeated call carries the same time, so it requests the same recrawl. An invalid date is replaced.
  const due = Date.parse(at);
  const now = ports.clock.now();
  const selection = scheduledRecrawl(schedule, Number.isNaN(due) ? now : Math.min(due, now), settings);
  // The stored sums of a large crawl are outdated, also if the call fails on its way.
  const answer = await requestRecrawl(crawl, selection, after, ports, until).finally(() =>
    ports.control.addUsage(crawl, { [HEAD_CHANGE_COUNT]: 1 }),
  );
  if (answer.after !== undefined) {
    const call = { crawl, name, at: Number.isNaN(due) ? new Date(now).toISOString() : at, after: answer.after };
    await ports.schedules?.scheduleContinuation({ scheduled: call }, ports.clock.now() + CONTINUE_AFTER_MS);
  }
  log('info', answer.done ? 'recrawl' : 'recrawl-goes-on', { crawl, name, hosts: answer.hosts });
}
