import type { OfferedLink } from '../../shared/frontier/enqueue-links.ts';
import type { Reason } from '../../shared/url/reason.ts';
import type { Spool } from '../seeds/gather-seeds.ts';
import { administer } from './api.ts';
import type { Stack } from './target.ts';

/** A request of some hundred kilobytes, done long before the gateway gives up. */
const SEEDS_A_REQUEST = 250;

/** What the stack said to one request. `sent`: so many so far. */
export type SentPart = { sent: number; accepted: number; refused: { input: string; reason: Reason }[] };

/** Sends them whether they were sent before or not. */
export async function* sendSpool(stack: Stack, crawl: string, spool: Spool): AsyncGenerator<SentPart> {
  let sent = 0;
  for await (const links of spool.batches())
    for (let at = 0; at < links.length; at += SEEDS_A_REQUEST) {
      const seeds = links.slice(at, at + SEEDS_A_REQUEST).map(offered);
      const { accepted, refused } = await administer<SentPart>(stack, { action: 'offer', crawl, seeds });
      sent += seeds.length;
      yield { sent, accepted, refused };
    }
}

function offered({ url, kind, class: priority, lastModified, about }: OfferedLink): object {
  return { url, kind, priority, ...(lastModified !== undefined && { lastModified }), ...(about && { about }) };
}
