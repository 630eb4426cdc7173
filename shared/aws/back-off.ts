import { setTimeout as sleep } from 'node:timers/promises';

/** Delay before the first retry. Milliseconds. */
const FIRST_DELAY_MS = 50;

/**
 * Waits before a part of a batch is sent again that a service did not take: the SDK only repeats whole requests. 50 ms, doubled each time,
 * half of it random.
 *
 * @param retry number of the retry, from 1
 */
export async function backOff(retry: number): Promise<void> {
  const ms = FIRST_DELAY_MS * 2 ** (retry - 1);
  await sleep(ms / 2 + (Math.random() * ms) / 2);
}
