import type { Settings } from '../shared/settings/settings.ts';
import type { Reason } from '../shared/url/reason.ts';
import { administer } from './aws-api.ts';
import type { Stack } from './aws-target.ts';
import type { Spool } from './gather-seeds.ts';

/**
 * Of one request: done long before the gateway gives up (30 s), and of some hundred kilobytes (it takes 10 MB, a function 6 MB;
 * an address has 8,000 signs at most).
 */
const SEEDS_A_REQUEST = 500;

export type SeededOnStack = { accepted: number; refused: { input: string; reason: Reason }[] };

/**
 * Adds seeds to a crawl in a stack, where they become part of its settings: its scope follows from them. In as many requests as
 * it takes; broken off, the same once more adds what is missing.
 *
 * @param settings with the seeds that are listed; `spool` has the others. @param onPart hears how many were sent so far.
 */
export async function seedOnStack(
  stack: Stack,
  crawl: string,
  { settings, spool }: { settings: Settings; spool?: Spool | undefined },
  onPart: (sent: number) => void,
): Promise<SeededOnStack> {
  const all: SeededOnStack = { accepted: 0, refused: [] };
  let sent = 0;
  let part: unknown[] = [];
  const send = async (): Promise<void> => {
    if (part.length === 0) return;
    type Said = { accepted: string[]; refused: SeededOnStack['refused'] };
    const { accepted, refused } = await administer<Said>(stack, { action: 'seed', crawl, seeds: part });
    all.accepted += accepted.length;
    all.refused.push(...refused);
    sent += part.length;
    part = [];
    onPart(sent);
  };
  for await (const seed of eachSeed(settings, spool)) {
    part.push(seed);
    if (part.length >= SEEDS_A_REQUEST) await send();
  }
  await send();
  return all;
}

async function* eachSeed(settings: Settings, spool: Spool | undefined): AsyncGenerator<unknown> {
  for (const seed of settings.seeds) if (typeof seed === 'string' || !('gathered' in seed)) yield seed;
  if (!spool) return;
  for await (const links of spool.batches()) for (const { url, class: priority } of links) yield { url, priority };
}
