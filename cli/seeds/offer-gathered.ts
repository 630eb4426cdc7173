import { offer } from '../../shared/frontier/enqueue-links.ts';
import type { Grouping } from '../../shared/url/group.ts';
import type { Stores } from '../run/wiring.ts';
import type { Spool } from './gather-seeds.ts';

/** Hands gathered seeds to their hosts, some thousand at a time. Broken off, it begins anew: the same offers are the same items. */
export async function offerGathered(
  crawl: string,
  spool: Spool,
  { frontier, clock }: Pick<Stores, 'frontier' | 'clock'>,
  grouping: Grouping,
): Promise<void> {
  if (spool.isOffered('here')) return;
  for await (const links of spool.batches())
    await offer({ crawl, source: 'gathered', links, news: [] }, { frontier, clock }, grouping);
  await spool.offered('here');
}
