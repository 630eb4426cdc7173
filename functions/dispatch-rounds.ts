import type { Clock } from '../shared/ports/clock.ts';

/** What a round has done. */
export type Round = {
  /** Number of hosts that it sent. */
  hosts: number;
  /** Hosts that the workers could still visit. */
  freeSlots: number;
  /** Hosts may become due soon, because visits or their pages are being processed. */
  isActive: boolean;
  /** A crawl sent hosts that sent none for a while. */
  hasBegun: boolean;
};

/** State between the calls of a process. `inVain`: calls in succession that waited in vain; `skip`: next calls that do not wait. */
export type Patience = { inVain: number; skip: number };

/** Time between the starts of two rounds of a call. Milliseconds. */
const ROUND_EVERY_MS = 10_000;
/** Time after which a call begins no further round: a round over 100,000 hosts takes seconds, and the function ends after 50 s. */
const LAST_ROUND_MS = 41_000;
/** Longest time that a call waits for its rounds. Milliseconds. */
export const MAX_WAIT_MS = LAST_ROUND_MS - (LAST_ROUND_MS % ROUND_EVERY_MS);
/** A call ends after so many quiet rounds in succession: the depths of queues are approximate. */
const QUIET_ROUNDS = 2;
/** Maximum number of calls in succession that do not wait, although pages are being processed. */
export const MAX_SKIPPED_CALLS = 7;

/**
 * Repeats the round of a call. The schedule calls dispatch once a minute, and a small site whose links lead from page to page would
 * be crawled at one level of links a minute.
 *
 * Waiting costs the time of the function, so a call repeats only while hosts may become due, and as long as slots are free: if all
 * are taken, the workers do not wait for dispatch. A first round that finds nothing to do ends the call, as in an idle stack.
 *
 * In a crawl with long visits, or one that finds no new links, further rounds find nothing. After a call that waited in vain the next
 * one does not wait, then the next three, up to seven.
 *
 * @returns whether the call has waited
 */
export async function repeatRounds(
  round: (isFirst: boolean) => Promise<Round>,
  clock: Clock,
  patience: Patience,
): Promise<boolean> {
  const startedAt = clock.now();
  const first = await round(true);
  if (first.hasBegun) Object.assign(patience, { inVain: 0, skip: 0 });
  if ((first.hosts === 0 && !first.isActive) || first.freeSlots <= 0) return false;
  if (patience.skip > 0) {
    patience.skip--;
    return false;
  }
  const hosts = await repeatLater(round, clock, startedAt);
  patience.inVain = hosts > 0 ? 0 : patience.inVain + 1;
  patience.skip = Math.min(MAX_SKIPPED_CALLS, 2 ** patience.inVain - 1);
  return true;
}

/** Runs the further rounds of a call. @returns the number of hosts that they sent */
async function repeatLater(
  round: (isFirst: boolean) => Promise<Round>,
  clock: Clock,
  startedAt: number,
): Promise<number> {
  let sent = 0;
  let quiet = 0;
  for (let next = startedAt + ROUND_EVERY_MS; next - startedAt <= LAST_ROUND_MS; next += ROUND_EVERY_MS) {
    await clock.sleep(next - clock.now());
    if (clock.now() - startedAt > LAST_ROUND_MS) break;
    const { hosts, freeSlots, isActive } = await round(false);
    sent += hosts;
    quiet = hosts > 0 || isActive ? 0 : quiet + 1;
    if (quiet >= QUIET_ROUNDS || freeSlots <= 0) break;
  }
  return sent;
}
