import { administer } from './aws-api.ts';
import type { Stack } from './aws-target.ts';
import type { Spool } from './gather-seeds.ts';

/** A request of some hundred kilobytes, done long before the gateway gives up. */
const SEEDS_A_REQUEST = 250;

/** Sends gathered seeds to a crawl in a stack. Broken off, it begins anew: the same offers are the same items. */
export async function offerToStack(stack: Stack, crawl: string, spool: Spool): Promise<void> {
  const place = `${stack.region}-${stack.stack}`;
  if (spool.isOffered(place)) return;
  for await (const links of spool.batches())
    for (let at = 0; at < links.length; at += SEEDS_A_REQUEST) {
      const seeds = links
        .slice(at, at + SEEDS_A_REQUEST)
        .map(({ url, kind, class: priority, lastModified, about }) => ({
          ...{ url, kind, priority },
          ...(lastModified !== undefined && { lastModified }),
          ...(about && { about }),
        }));
      await administer(stack, { action: 'offer', crawl, seeds });
    }
  await spool.offered(place);
}
