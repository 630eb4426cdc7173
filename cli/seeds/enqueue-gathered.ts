import { enqueueSeedLinks } from '../../shared/frontier/enqueue-seed-links.ts';
import type { Grouping } from '../../shared/url/group.ts';
import type { Stores } from '../run/wiring.ts';
import type { SeedSpool } from './gather-seeds.ts';

/**
 * Adds gathered seeds to the frontier, some thousand at a time. If interrupted, it starts again; adding a seed twice
 * has no effect.
 *
 * @param force fetches known seeds again
 */
export async function enqueueGathered(
  crawl: string,
  spool: SeedSpool,
  { frontier, clock }: Pick<Stores, 'frontier' | 'clock'>,
  grouping: Grouping,
  force = false,
): Promise<void> {
  if (spool.isOffered('here') && !force) return;
  for await (const links of spool.batches())
    await enqueueSeedLinks({ crawl, source: 'gathered', links, force }, { frontier, clock }, grouping);
  await spool.markOffered('here');
}
