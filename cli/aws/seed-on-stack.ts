import type { Counts } from '../../shared/ports/control.ts';
import type { Reason } from '../../shared/url/reason.ts';
import { UsageError } from '../command.ts';
import type { GatheredSeeds } from '../seeds/gather-seeds.ts';
import { splitSeeds } from '../seeds/seed-parts.ts';
import { callAdmin } from './api.ts';
import { sendSeedSpool } from './send-seeds.ts';
import type { Stack } from './target.ts';

export type StackSeedResult = {
  accepted: number;
  refused: { input: string; reason: Reason }[];
  /** Number of seeds on suspended hosts, which were not added. */
  dead: number;
};

/**
 * Reads the settings of a crawl in a stack, to gather seeds for it locally. Plug-ins are left out: they do not judge
 * seeds, and their files are elsewhere.
 */
export async function fetchCrawlRules(stack: Stack, crawl: string): Promise<Record<string, unknown>> {
  const { settings } = await callAdmin(stack, { action: 'settings', crawl });
  const { plugins: _, aws: __, ...rules } = settings;
  return rules;
}

/**
 * Adds seeds to a crawl in a stack. Listed seeds, and the scope keys of gathered ones, become part of its settings in
 * as few requests as possible, because every function reloads changed settings. Gathered seeds are then sent in
 * batches. If interrupted, running it again adds the missing seeds.
 *
 * @param force fetches known seeds again
 * @param onPart called with the number of seeds sent so far
 * @returns the result; `refused` lists only gathered seeds, because the caller has already reported the others
 * @throws UsageError if the stack accepts no seed
 */
export async function addSeedsToStack(
  stack: Stack,
  crawl: string,
  { settings, spool }: GatheredSeeds,
  force: boolean,
  onPart: (sent: number) => void,
): Promise<StackSeedResult> {
  const all: StackSeedResult = { accepted: 0, refused: [], dead: 0 };
  let listed = 0;
  const { keys, listed: lists } = splitSeeds(settings.seeds);
  for (const seeds of [...keys, ...lists]) {
    const { accepted, counts } = await callAdmin(stack, {
      action: 'seed',
      crawl,
      seeds,
      ...(force && { force }),
    });
    addAccepted(all, accepted.length, counts);
    listed += accepted.length;
    onPart(listed);
  }
  if (spool)
    for await (const { sent, accepted, refused, counts } of sendSeedSpool(stack, crawl, spool, force)) {
      addAccepted(all, accepted, counts);
      all.refused.push(...refused);
      onPart(listed + sent);
    }
  if (all.accepted + all.dead === 0) throw new UsageError(`crawl ${crawl} accepted none of the seeds`);
  return all;
}

function addAccepted(all: StackSeedResult, accepted: number, counts: Counts): void {
  const dead = counts['link.host-dead'] ?? 0;
  all.accepted += accepted - dead;
  all.dead += dead;
}
