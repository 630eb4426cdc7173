import { commitIdle } from '../frontier/host/commit-idle.ts';
import type { BundleUpdate } from '../frontier/host/write-bundles.ts';
import type { HeadChange } from '../ports/frontier.ts';
import type { HostVisit } from './host-visit.ts';
import { lockChange } from './pacing.ts';
import type { VisitInbox } from './visit-inbox.ts';

/** Due times further away than this are rounded up to a multiple of it, so that a host's pages come due together. Milliseconds. */
const DUE_GRAIN_MS = 900_000;

/**
 * Commits the visit to the host's head. The host becomes idle only if nothing is due and no link arrived since it was opened.
 *
 * @returns whether the visit was committed; false if another worker has opened the host since
 */
export async function commitVisit(
  visit: HostVisit,
  update: BundleUpdate,
  inbox: Pick<VisitInbox, 'isRead' | 'inHead'>,
): Promise<boolean> {
  const { key, head, ports, options, results } = visit;
  const now = ports.clock.now();
  const { manifest, best, nextAt } = update;
  const removals = results.removalGuard.window();
  const common = { manifest, best, counts: results.counts, merged: inbox.inHead(), ...(removals && { removals }) };
  const openAt = Math.max(now, lockChange(visit).openAt);
  const closedUntil = results.isOpen ? 0 : (results.closedUntil ?? 0);
  const ready: HeadChange = { ...common, state: 'ready', due: Math.max(openAt, closedUntil) };

  const hasWork = update.queued || !inbox.isRead() || (nextAt !== undefined && nextAt <= openAt);
  if (!hasWork) {
    const due = nextAt === undefined ? undefined : roundUp(nextAt, now);
    const isCommitted = await commitIdle(head, common, due, ports.frontier);
    if (isCommitted !== undefined) return isCommitted;
    // A schedule may delay the links that arrived during the visit.
    if (options.linksDueAt) ready.due = Math.max(ready.due!, Math.min(options.linksDueAt(now), due ?? Infinity));
  }
  return (await ports.frontier.commit(key, head.epoch, ready)) === 'committed';
}

function roundUp(dueAt: number, now: number): number {
  return dueAt - now <= DUE_GRAIN_MS ? dueAt : Math.ceil(dueAt / DUE_GRAIN_MS) * DUE_GRAIN_MS;
}
