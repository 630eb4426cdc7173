import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import { type FrontierUrl, listUrls } from '../../shared/frontier/explain/list-urls.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';

/** Maximum number of URLs in one answer. A Lambda response holds 6 MB, and a URL has at most 2,000 characters. */
const MAX_URLS_PER_ANSWER = 2_000;

/** @param until deadline for the answer, epoch ms. An answer that is cut off has `from`, where the next request continues. */
export async function listUrlsAction(
  { crawl, state, from }: Omit<ParsedRequestOf<'list-urls'>, 'action'>,
  ports: { frontier: Frontier; clock: Clock },
  until: number,
): Promise<AdminAnswer<'list-urls'>> {
  const urls: FrontierUrl[] = [];
  for await (const { found, place } of listUrls(crawl, state, ports.frontier, from)) {
    urls.push(found);
    if (urls.length >= MAX_URLS_PER_ANSWER || ports.clock.now() > until) return { crawl, urls, from: place };
  }
  return { crawl, urls };
}
