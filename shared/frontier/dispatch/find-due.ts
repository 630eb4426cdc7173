import type { DueHost, Frontier } from '../../ports/frontier.ts';

/** Of a group, so many hosts may be due at once; the others of a crowd come up later, as many at a time. */
const MAX_DUE_PER_GROUP = 8;
/** A list as long as this has room for a whole crowd of each group but the last that is looked for, and as many again. */
const EXTRA_READ_PER_GROUP = 2 * MAX_DUE_PER_GROUP;
/** A round reads the list of due hosts so often at most. */
const MAX_READS = 8;
/** Hosts whose time is moved at once. */
const PARALLEL_POSTPONES = 64;

type DueQuery = {
  crawl: string;
  now: number;
  limit: number;
  /** Enough to choose from. */
  groups: number;
  /** As long as it takes to visit a crowd's hosts that are due at once. Milliseconds. */
  crowdMs: number;
};

/**
 * Hosts that may be sent, of enough groups to choose from.
 *
 * A store gives the first of those due, and they may all be of one group, which is visited one host at a time: behind a
 * thousand of them nobody else would be seen. So where a full list has too few groups, the crowd's time is moved, evenly
 * over as long as the group takes for them anyway, and the list is read again. What a round does is bounded, and the next
 * goes on with it.
 *
 * @param memory what this process knows: hosts it has sent, with the due time they had then, and those visited in it.
 */
export async function findDue(
  { crawl, now, limit, groups, crowdMs }: DueQuery,
  frontier: Pick<Frontier, 'listDue' | 'postpone'>,
  memory: { sent: ReadonlyMap<string, { due: number }>; busy?: ReadonlySet<string> },
): Promise<DueHost[]> {
  const moved = new Set<string>();
  const taken = new Set<string>();
  for (let read = 1; ; read++) {
    const most = Math.min(limit * 2 ** (read - 1), limit + EXTRA_READ_PER_GROUP * groups);
    const due = await frontier.listDue(crawl, now, most);
    // Another host of a group that is visited would only be refused the lock.
    for (const { host, group } of due) if (memory.busy?.has(host)) taken.add(group);
    const waiting = due.filter(
      (one) => memory.sent.get(one.host)?.due !== one.due && !memory.busy?.has(one.host) && !moved.has(one.host),
    );
    const free = waiting.filter(({ group }) => !taken.has(group));
    const isEnough = due.length < most || new Set(free.map(({ group }) => group)).size >= groups;
    if (isEnough || read === MAX_READS) return free;
    const later = findCrowds(waiting, crowdMs);
    for (let i = 0; i < later.length; i += PARALLEL_POSTPONES)
      await Promise.all(
        later.slice(i, i + PARALLEL_POSTPONES).map(([host, ms]) => frontier.postpone(host, host.due, now + ms)),
      );
    for (const [{ host }] of later) moved.add(host);
  }
}

/** Those of each group behind its first, by class and then by how long they are due, with how much later they come up. */
function findCrowds(free: readonly DueHost[], crowdMs: number): [host: DueHost, laterMs: number][] {
  const groups = Map.groupBy(free, ({ group }) => group).values();
  return [...groups].flatMap((hosts) =>
    hosts
      .sort((a, b) => a.best - b.best || a.due - b.due)
      .slice(MAX_DUE_PER_GROUP)
      .map((host, i): [DueHost, number] => [host, (Math.floor(i / MAX_DUE_PER_GROUP) + 1) * crowdMs]),
  );
}
