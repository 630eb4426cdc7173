import type { DueHost, Frontier } from '../../ports/frontier.ts';

/** Maximum number of hosts of one group that are due at once. The others are postponed, in batches of this size. */
const MAX_DUE_PER_GROUP = 8;
/** Extra hosts to read per wanted group: room for the full batch of each group, twice. */
const EXTRA_READ_PER_GROUP = 2 * MAX_DUE_PER_GROUP;
/** Maximum number of reads of the due list per round. */
const MAX_READS = 8;
/** Number of parallel updates that postpone hosts. */
const PARALLEL_POSTPONES = 64;

type DueQuery = {
  crawl: string;
  now: number;
  limit: number;
  /** Number of groups that are enough to choose from. */
  groups: number;
  /** Time to visit `MAX_DUE_PER_GROUP` hosts of a group. Milliseconds. */
  crowdMs: number;
};

/**
 * Finds hosts that can be sent, from enough groups to choose from.
 *
 * The store lists the first due hosts. They may all belong to one group, which is visited one host at a time, so a thousand
 * hosts of one group would hide all others. If a full list has too few groups, surplus hosts of large groups are postponed,
 * evenly over the time that the group needs for them anyway, and the list is read again. The work per round is bounded; the
 * next round continues.
 *
 * @param memory hosts that this process has sent, with their due time then, and hosts that it is visiting.
 */
export async function findDue(
  { crawl, now, limit, groups, crowdMs }: DueQuery,
  frontier: Pick<Frontier, 'listDue' | 'postpone'>,
  memory: { sent: ReadonlyMap<string, { due: number }>; busy?: ReadonlySet<string> },
): Promise<DueHost[]> {
  const moved = new Set<string>();
  const lockedGroups = new Set<string>();
  for (let read = 1; ; read++) {
    const max = Math.min(limit * 2 ** (read - 1), limit + EXTRA_READ_PER_GROUP * groups);
    const due = await frontier.listDue(crawl, now, max);
    // A group that is being visited is locked, so its other hosts would be refused.
    for (const { host, group } of due) if (memory.busy?.has(host)) lockedGroups.add(group);
    const waiting = due.filter(
      (one) => memory.sent.get(one.host)?.due !== one.due && !memory.busy?.has(one.host) && !moved.has(one.host),
    );
    const free = waiting.filter(({ group }) => !lockedGroups.has(group));
    const isEnough = due.length < max || new Set(free.map(({ group }) => group)).size >= groups;
    if (isEnough || read === MAX_READS) return free;
    const later = findCrowds(waiting, crowdMs);
    for (let i = 0; i < later.length; i += PARALLEL_POSTPONES)
      await Promise.all(
        later.slice(i, i + PARALLEL_POSTPONES).map(([host, ms]) => frontier.postpone(host, host.due, now + ms)),
      );
    for (const [{ host }] of later) moved.add(host);
  }
}

/** Returns the surplus hosts of each group, ordered by class and due time, with the delay of each. */
function findCrowds(free: readonly DueHost[], crowdMs: number): [host: DueHost, laterMs: number][] {
  const groups = Map.groupBy(free, ({ group }) => group).values();
  return [...groups].flatMap((hosts) =>
    hosts
      .sort((a, b) => a.best - b.best || a.due - b.due)
      .slice(MAX_DUE_PER_GROUP)
      .map((host, i): [DueHost, number] => [host, (Math.floor(i / MAX_DUE_PER_GROUP) + 1) * crowdMs]),
  );
}
