import type { SitePage } from './page.ts';

/**
 * Returns the pages that a crawl from these seeds must account for, according to the ground truth. This includes pages
 * that robots.txt forbids, but not their links.
 *
 * @param follow `all` links, or only those of on-topic pages; redirects are always followed
 */
export function reachable(pages: SitePage[], seeds: string[], follow: 'all' | 'on-topic'): SitePage[] {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const wanted = new Set<SitePage>();
  const queue = [...seeds];
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    const page = byUrl.get(url);
    if (!page || wanted.has(page)) continue;
    wanted.add(page);
    const leadsOn =
      page.expected.outcome === 'redirected' || (page.expected.outcome === 'fetched' && leads(page, follow));
    if (leadsOn) queue.push(...page.links);
  }
  return [...wanted];
}

function leads(page: SitePage, follow: 'all' | 'on-topic'): boolean {
  return follow === 'all' || page.onTopic === true;
}
