import { setTimeout as wait } from 'node:timers/promises';
import { isFolderLocked } from '../cli/run/folder/folder-lock.ts';
import type { Stores } from '../cli/run/wiring.ts';

/** Longest wait for the times of changes, in milliseconds: they lie two seconds ahead, and the last ones of a crawl a little more. */
const MAX_WAIT_MS = 3_000;
/** Pause between two looks, in milliseconds. */
const PAUSE_MS = 50;

/**
 * Waits until the changes of a crawl that has just ended can be listed: the index gives them times that are a little ahead. Does not wait while a
 * process writes to the folder, because its next changes are ahead, too.
 */
export async function awaitChanges(crawl: string, dir: string, { index, clock }: Stores): Promise<void> {
  const end = clock.now() + MAX_WAIT_MS;
  const isAhead = async (now: number) =>
    (await index.changedRecords(crawl, { from: now, before: now + MAX_WAIT_MS, size: 1 })).length > 0;
  for (let now = clock.now(); now < end && (await isAhead(now)); now = clock.now()) {
    if (isFolderLocked(dir)) return;
    await wait(PAUSE_MS);
  }
}
