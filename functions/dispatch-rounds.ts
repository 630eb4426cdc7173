import type { Clock } from '../shared/ports/clock.ts';

/** What a round has sent. `freeSlots`: hosts that the workers could still visit. */
export type Round = { hosts: number; freeSlots: number };

/** Time between the starts of two rounds of a call. Milliseconds. */
const ROUND_EVERY_MS = 10_000;
/** Time after which a call begins no further round: a round over 100,000 hosts takes seconds, and the function ends after 50 s. */
const LAST_ROUND_MS = 41_000;

/**
 * Repeats the round of a call. The schedule calls dispatch once a minute, and a small site whose links lead from page to page would
 * be crawled at one level of links a minute.
 *
 * Waiting costs the time of the function, so a call repeats only if its first round sent hosts, and as long as slots are free: if all
 * are taken, the workers do not wait for dispatch.
 */
export async function repeatRounds(round: (isFirst: boolean) => Promise<Round>, clock: Clock): Promise<void> {
  const begun = clock.now();
  for (let next = begun; ; ) {
    const isFirst = next === begun;
    const { hosts, freeSlots } = await round(isFirst);
    next += ROUND_EVERY_MS;
    if ((isFirst && hosts === 0) || freeSlots <= 0 || next - begun > LAST_ROUND_MS) return;
    await clock.sleep(next - clock.now());
    if (clock.now() - begun > LAST_ROUND_MS) return;
  }
}
