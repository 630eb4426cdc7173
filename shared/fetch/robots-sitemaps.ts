/**
 * The sitemaps that a site's robots.txt names become URLs of its host: due like any other, with the host's pause between
 * and on the host's own robots rules. They are looked at when robots.txt was just read, and at a host's first visit, where
 * another crawl may have read it: so what is known already is asked of the frontier once a day, and not at every visit.
 */

import { enqueueLinks, type OfferedLink } from '../frontier/enqueue-links.ts';
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import { normalize } from '../url/normalize.ts';
import { hostOf, originOf, type Url } from '../url/url.ts';
import type { HostVisit } from './pacing.ts';

export type SitemapRules = {
  /** Also where a site has its sitemap as a rule, if its robots.txt names none. */
  triesDefaultPath: boolean;
  /** Only of hosts that a seed is on: where any host belongs to the crawl, their lists would be most of it. */
  seedsOnly: boolean;
};

/** A robots.txt of 500 KB could name ten thousand. */
const MOST_NAMED = 1_000;

/** Right behind the seeds: what a site says of itself is better than what is found by following its links. */
const CLASS = 1;

/** Notes what a robots.txt names, if it is worth looking at. @param readAt when it was read. Epoch ms. */
export function rememberSitemaps(visit: HostVisit, origin: string, named: readonly string[], readAt: number): void {
  if (!visit.options.sitemaps) return;
  const isFirst = Object.keys(visit.head.counts).length === 0;
  if (readAt >= visit.startedAt || isFirst) visit.sitemaps?.set(origin, named);
}

/**
 * Takes the sitemaps of the candidate's site into the frontier. After the candidate was taken, or the last thing in a visit:
 * they may come before it.
 */
export async function enqueueSitemaps(visit: HostVisit, { url, depth }: FetchCandidate): Promise<void> {
  const rules = visit.options.sitemaps;
  const origin = originOf(url);
  const named = visit.sitemaps?.get(origin);
  if (!rules || !named || (rules.seedsOnly && depth > 0)) return;
  visit.sitemaps?.delete(origin);
  const places = named.length > 0 || !rules.triesDefaultPath ? named : [`${origin}/sitemap.xml`];
  const elsewhere: OfferedLink[] = [];
  for (const place of places.slice(0, MOST_NAMED)) {
    const link = linkTo(place, origin, visit);
    if (!link) continue;
    if (hostOf(link.url) !== visit.key.host) elsewhere.push(link);
    else if (visit.objection(link) === undefined) await visit.body.acceptRedirect({ ...link, hops: 0 });
  }
  if (elsewhere.length === 0) return;
  const { ports, options, key } = visit;
  await enqueueLinks(
    { crawl: key.crawl, source: `${origin}/robots.txt`, links: elsewhere, news: [] },
    ports,
    options.groupOf,
  );
}

function linkTo(place: string, origin: string, { options }: HostVisit): OfferedLink | undefined {
  const parent = `${origin}/robots.txt` as Url;
  const to = normalize(place, parent, options.urlRules);
  if (to.kind !== 'url') return undefined;
  return { url: to.url, kind: 'sitemap', class: CLASS, depth: 0, parent, score: 1 };
}
