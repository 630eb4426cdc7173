import type { Clock } from '../../ports/clock.ts';
import type { Frontier, Head } from '../../ports/frontier.ts';

/**
 * Opens a head outside of a visit, whether or not it is due. A visit that runs at the same time is discarded.
 *
 * @returns undefined if the head changed meanwhile
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
  return 'head' in opened ? opened.head : undefined;
}
