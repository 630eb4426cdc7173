import type { Clock } from '../ports/clock.ts';
import type { Counts } from '../ports/control.ts';
import type { Frontier } from '../ports/frontier.ts';
import type { Grouping } from '../url/group.ts';
import { hostOf } from '../url/url.ts';
import { bringForward } from './bring-forward.ts';
import { enqueueLinks, type LinkBatch } from './enqueue-links.ts';

/** Accepted seeds of a crawl. */
type SeedBatch = Pick<LinkBatch, 'crawl' | 'source' | 'links'> & {
  /** Fetches known seeds again, whatever their outcome, and does not wait for the host's next visit. */
  force: boolean;
};

/**
 * Adds seeds to the inboxes of their hosts.
 *
 * @returns the counts of `enqueueLinks`.
 */
export async function enqueueSeedLinks(
  { crawl, source, links, force }: SeedBatch,
  ports: { frontier: Frontier; clock: Clock },
  grouping: Grouping,
): Promise<Counts> {
  const forcedAt = ports.clock.now();
  const offered = force ? links.map((link) => ({ ...link, forcedAt })) : links;
  const counts = await enqueueLinks({ crawl, source, links: offered, feedback: [] }, ports, grouping);
  if (force) {
    const hosts = new Set(links.map(({ url }) => hostOf(url)));
    await bringForward(
      [...hosts].map((host) => ({ crawl, host })),
      ports,
    );
  }
  return counts;
}
