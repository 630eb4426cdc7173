import type { Clock } from '../../ports/clock.ts';
import type { Frontier, Head } from '../../ports/frontier.ts';

/**
 * Opens a head outside of a visit, whether or not it is due. A visit that runs at the same time is discarded.
 *
 * @returns the head with the inbox counter that it has if no offer has arrived since it was seen: a commit of `idle` that
 * expects this counter fails if one has, since an offer to a host that is not idle brings no visit. Undefined if the head
 * changed meanwhile
 */
export async function openHead(
  seen: Head,
  { frontier, clock }: { frontier: Frontier; clock: Clock },
): Promise<Head | undefined> {
  const { crawl, host, group, best, due } = seen;
  const now = clock.now();
  if (due === undefined) await frontier.notifyHosts([{ crawl, host, group, best }], now);
  else if (due > now) await frontier.postpone(seen, due, now);
  const opened = await frontier.open(seen, now, group);
  // The notification above was counted.
  const inbox = due === undefined ? seen.inbox + 1 : seen.inbox;
  return 'head' in opened ? { ...opened.head, inbox } : undefined;
}
