import { z } from 'zod';
import { LISTED_STATES, type ListedUrl, type ListPlace, listUrls } from '../../shared/frontier/explain/list-urls.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';

/** Asks for URLs of a crawl by their state; with `from` of an answer that was not the last it goes on. */
export const ListUrlsRequest = z.strictObject({
  action: z.literal('list-urls'),
  crawl: z.string(),
  state: z.enum(LISTED_STATES).optional(),
  from: z.strictObject({ host: z.string().min(1).max(1_000), skip: z.int().min(0) }).optional(),
});

/** An answer of a gateway holds six megabytes; an address has 2,000 letters at most. */
const MOST = 2_000;

/** @param until epoch ms: an answer must be given by then. */
export async function listUrlsAction(
  { crawl, state, from }: z.infer<typeof ListUrlsRequest>,
  ports: { frontier: Frontier; clock: Clock },
  until: number,
): Promise<{ crawl: string; urls: ListedUrl[]; from?: ListPlace }> {
  const urls: ListedUrl[] = [];
  for await (const { found, place } of listUrls(crawl, state, ports.frontier, from)) {
    urls.push(found);
    if (urls.length >= MOST || ports.clock.now() > until) return { crawl, urls, from: place };
  }
  return { crawl, urls };
}
