import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import type { Grouping } from '../../shared/url/group.ts';
import type { Stores } from '../run/wiring.ts';
import type { SeedSpool } from './gather-seeds.ts';

/**
 * Adds gathered seeds to the frontier, some thousand at a time. If interrupted, it starts again; adding a seed twice
 * has no effect.
 */
export async function enqueueGathered(
  crawl: string,
  spool: SeedSpool,
  { frontier, clock }: Pick<Stores, 'frontier' | 'clock'>,
  grouping: Grouping,
): Promise<void> {
  if (spool.isOffered('here')) return;
  for await (const links of spool.batches())
    await enqueueLinks({ crawl, source: 'gathered', links, feedback: [] }, { frontier, clock }, grouping);
  await spool.markOffered('here');
}
