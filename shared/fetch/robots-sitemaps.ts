/**
 * Queues the sitemaps that a site's robots.txt names. They become URLs of their host, with its pause and its robots rules.
 * A visit collects them when it read robots.txt itself, or when it is the host's first visit (another crawl may have read
 * robots.txt). So known sitemaps are looked up in the frontier once a day, not at every visit.
 */

import { enqueueLinks } from '../frontier/enqueue-links.ts';
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import type { OfferedLink } from '../frontier/offer.ts';
import { addCounts } from '../meter/add-counts.ts';
import { normalize } from '../url/normalize.ts';
import { hostOf, originOf, type Url } from '../url/url.ts';
import type { HostVisit } from './host-visit.ts';

/** Maximum number of sitemaps that are queued from one robots.txt; a file of 500 KB could name ten thousand. */
const MAX_SITEMAPS_PER_ROBOTS = 1_000;

/** Priority class of sitemaps, right behind the seeds: a site's own list is better than what its links lead to. */
const SITEMAP_CLASS = 1;

/**
 * Collects the sitemaps of a robots.txt, unless an earlier visit did.
 *
 * @param readAt when robots.txt was read, epoch ms
 */
export function rememberSitemaps(visit: HostVisit, origin: string, sitemaps: readonly string[], readAt: number): void {
  if (!visit.options.sitemaps) return;
  const isFirstVisit = Object.keys(visit.head.counts).length === 0;
  if (readAt >= visit.pacing.startedAt || isFirstVisit) visit.results.sitemaps?.set(origin, sitemaps);
}

/**
 * Queues the collected sitemaps of the candidate's site. Call it after the candidate was taken out of the queue, or last in
 * a visit: a sitemap may sort before the candidate.
 */
export async function enqueueSitemaps(visit: HostVisit, { url, depth, embedded }: FetchCandidate): Promise<void> {
  const { ports, options, key, results } = visit;
  const rules = options.sitemaps;
  const origin = originOf(url);
  const named = results.sitemaps?.get(origin);
  if (!rules || !named || (rules.seedsOnly && (depth > 0 || embedded))) return;
  results.sitemaps?.delete(origin);
  if (refusesEntries(url, visit)) return;
  const locations = named.length > 0 || !rules.triesDefaultPath ? named : [`${origin}/sitemap.xml`];
  const onOtherHosts: OfferedLink[] = [];
  for (const location of locations.slice(0, MAX_SITEMAPS_PER_ROBOTS)) {
    const link = sitemapLink(location, origin, visit);
    if (!link) continue;
    if (hostOf(link.url) !== key.host) onOtherHosts.push(link);
    else if (visit.refuseLink(link) === undefined) await visit.hostFrontier.acceptRedirect({ ...link, hops: 0 });
  }
  if (onOtherHosts.length === 0) return;
  const { 'link.domain-budget': refused } = await enqueueLinks(
    {
      ...{ crawl: key.crawl, source: `${origin}/robots.txt`, links: onOtherHosts, feedback: [] },
      maxHostsPerDomain: options.maxHostsPerDomain,
    },
    ports,
    options.groupOf,
  );
  if (refused !== undefined) addCounts(visit.totals.counts, { 'link.domain-budget': refused });
}

/**
 * Tells whether only the page itself belongs to the crawl, such as the target of a seed that redirects, or a file that a page of another host
 * embeds: all entries would be refused.
 */
function refusesEntries(url: Url, { refuseLink }: HostVisit): boolean {
  const reason = refuseLink({ url, kind: 'page', class: SITEMAP_CLASS, depth: 1, parent: null, score: 1 });
  return reason === 'scope' || reason === 'too-deep';
}

function sitemapLink(location: string, origin: string, { options }: HostVisit): OfferedLink | undefined {
  const parent = `${origin}/robots.txt` as Url;
  const normalized = normalize(location, parent, options.urlRules);
  if (normalized.kind !== 'url') return undefined;
  return { url: normalized.url, kind: 'sitemap', class: SITEMAP_CLASS, depth: 0, parent, score: 1 };
}
