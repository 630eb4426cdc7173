import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { OfferedSeed } from '../../shared/admin/requests.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import type { SeedSpool } from '../seeds/gather-seeds.ts';
import { callAdmin } from './api.ts';
import type { Stack } from './target.ts';

/** Maximum number of seeds per request: some hundred kilobytes, well within the gateway's timeout. */
const MAX_SEEDS_PER_REQUEST = 250;

/** Answer to one request. `sent`: number of seeds sent so far. */
export type SentBatch = { sent: number } & Pick<AdminAnswer<'offer'>, 'accepted' | 'refused' | 'counts'>;

/** Sends all gathered seeds, even if they were sent before. */
export async function* sendSeedSpool(
  stack: Stack,
  crawl: string,
  spool: SeedSpool,
  force = false,
): AsyncGenerator<SentBatch> {
  let sent = 0;
  for await (const links of spool.batches())
    for (let at = 0; at < links.length; at += MAX_SEEDS_PER_REQUEST) {
      const seeds = links.slice(at, at + MAX_SEEDS_PER_REQUEST).map(seedRequest);
      const { accepted, refused, counts } = await callAdmin(stack, {
        action: 'offer',
        crawl,
        seeds,
        ...(force && { force }),
      });
      sent += seeds.length;
      yield { sent, accepted, refused, counts };
    }
}

function seedRequest({ url, kind, class: priority, lastModified, about }: OfferedLink): OfferedSeed {
  return { url, kind, priority, ...(lastModified !== undefined && { lastModified }), ...(about && { about }) };
}
