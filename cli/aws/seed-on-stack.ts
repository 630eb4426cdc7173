import type { Reason } from '../../shared/url/reason.ts';
import { UsageError } from '../command.ts';
import type { GatheredSeeds } from '../seeds/gather-seeds.ts';
import { splitSeeds } from '../seeds/seed-parts.ts';
import { callAdmin } from './api.ts';
import { sendSeedSpool } from './send-seeds.ts';
import type { Stack } from './target.ts';

export type StackSeedResult = { accepted: number; refused: { input: string; reason: Reason }[] };

/** The rules of a crawl in a stack, under which seeds for it are gathered here. Its plug-ins judge no seeds, and lie elsewhere. */
export async function fetchCrawlRules(stack: Stack, crawl: string): Promise<Record<string, unknown>> {
  const { settings } = await callAdmin(stack, { action: 'settings', crawl });
  const { plugins: _, aws: __, ...rules } = settings;
  return rules;
}

/**
 * Adds seeds to a crawl in a stack. Those that are listed become part of its settings, and of the others what its scope needs of
 * them, once: each change writes the settings anew, and every function reads them anew. The others are then offered in as many
 * requests as it takes; broken off, the same once more adds what is missing.
 *
 * @param onPart hears how many were sent so far.
 * @returns `refused`: of those that were gathered, which the stack judges once more; whoever lists seeds knows of the others.
 * @throws UsageError when the stack takes none.
 */
export async function addSeedsToStack(
  stack: Stack,
  crawl: string,
  { settings, spool }: GatheredSeeds,
  onPart: (sent: number) => void,
): Promise<StackSeedResult> {
  const all: StackSeedResult = { accepted: 0, refused: [] };
  let listed = 0;
  const { keys, listed: lists } = splitSeeds(settings.seeds);
  for (const seeds of [...keys, ...lists]) {
    const { accepted } = await callAdmin(stack, { action: 'seed', crawl, seeds });
    all.accepted += accepted.length;
    listed += accepted.length;
    onPart(listed);
  }
  if (spool)
    for await (const { sent, accepted, refused } of sendSeedSpool(stack, crawl, spool)) {
      all.accepted += accepted;
      all.refused.push(...refused);
      onPart(listed + sent);
    }
  if (all.accepted === 0) throw new UsageError('no seed is left');
  return all;
}
