import type { Clock } from '../ports/clock.ts';
import type { Frontier, HostKey } from '../ports/frontier.ts';

/** Maximum number of attempts to change a due time that visits and dispatch change at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Makes hosts due now that wait for a later time, for example for the expiry of an unreachable robots.txt. The pause that a lock
 * stores still applies. Hosts without a due time and dead hosts stay as they are.
 */
export async function bringForward(
  keys: readonly HostKey[],
  { frontier, clock }: { frontier: Frontier; clock: Clock },
): Promise<void> {
  for (const key of keys) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const head = await frontier.getHead(key);
      const now = clock.now();
      if (head?.due === undefined || head.due <= now || head.state === 'dead') break;
      if (await frontier.postpone(key, head.due, now)) break;
    }
  }
}
